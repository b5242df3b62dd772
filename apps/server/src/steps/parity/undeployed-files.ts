import type { ComponentIdentity } from '@sluice/metadata/component'
import { ownerOf, parentOf, pathsOfComponent } from '@sluice/metadata/paths'
import { withEntriesOf } from '@sluice/metadata/profile/edit-profile'
import { overlayBaseline } from '@sluice/metadata/undeployed-overlay'
import { XmlError } from '@sluice/metadata/xml/errors'
import type { ComponentProblem } from '../../platform/database/schema/environment-state.ts'
import type { FileHashes } from '../session/metadata-directory.ts'
import { type UndeployedReason, entriesOf } from './undeployed-components.ts'

/** A component that the branch has and the org has not, and the commit at which the org had it last. */
export interface UndeployedBaseline extends ComponentIdentity {
  readonly baselineCommitHash: string | null
  /** Why; problems with entries alone say that the rest of the component is in the org. */
  readonly problems?: readonly ComponentProblem[]
}

/** An undeployed component, and who left it out if a person did. */
export interface LeftOutBaseline extends UndeployedBaseline {
  readonly reason: UndeployedReason
  readonly leftOutByUserId: string | null
  readonly leftOutUtc: string | null
}

/** One file with undeployed parts: how the org should have it. `nested` null means the whole file. */
export interface OverlayFile {
  readonly baseline: Uint8Array | null
  readonly nested: readonly ComponentIdentity[] | null
}

export interface OverlaySource {
  readonly parityFiles: FileHashes
  /** Files of the commit; null when history was rewritten and the commit is gone. */
  readonly filesAt: (commitHash: string) => Promise<FileHashes | null>
  readonly read: (hash: string) => Promise<Uint8Array>
  readonly orgPaths: Iterable<string>
}

/**
 * The files in which parity and org are known to differ, because a deployment left something out. Elsewhere the
 * parity commit tells how the org looks; here the baseline commit does, element by element inside composites.
 */
export async function overlayFilesOf(
  undeployed: readonly UndeployedBaseline[],
  source: OverlaySource,
): Promise<Map<string, OverlayFile>> {
  const files = new Map<string, OverlayFile>()
  if (undeployed.length === 0) return files
  const orgPaths = [...source.orgPaths]
  for (const component of undeployed) {
    const baseline =
      component.baselineCommitHash === null
        ? new Map<string, string>()
        : await source.filesAt(component.baselineCommitHash)
    if (baseline === null) continue
    const known = [...source.parityFiles.keys(), ...baseline.keys(), ...orgPaths]
    for (const path of pathsOf(component, known)) {
      const overlay = await addTo(files.get(path), { component, path, baseline, source })
      if (overlay !== null) files.set(path, overlay)
    }
  }
  return files
}

/** Where the files of these components may lie: files, and folders that end with `/`. */
export function placesOf(components: Iterable<ComponentIdentity>): Set<string> {
  const places = new Set<string>()
  for (const component of components) {
    const { files, directory } = pathsOfComponent(component)
    for (const path of files) places.add(path)
    if (directory !== null) places.add(directory)
  }
  return places
}

/** The files of the component that exist on any side. */
export function pathsOf(component: ComponentIdentity, known: Iterable<string>): Set<string> {
  const { files, directory } = pathsOfComponent(ownerOf(component))
  const candidates = new Set(files)
  const found = new Set<string>()
  for (const path of known) {
    if (candidates.has(path) || (directory !== null && path.startsWith(directory))) found.add(path)
  }
  return found
}

interface UndeployedFile {
  readonly component: UndeployedBaseline
  readonly path: string
  /** The files of the commit at which the org had the component last. */
  readonly baseline: FileHashes
  readonly source: OverlaySource
}

async function addTo(
  sofar: OverlayFile | undefined,
  { component, path, baseline: filesBefore, source }: UndeployedFile,
): Promise<OverlayFile | null> {
  // A whole file outweighs the elements in it.
  if (sofar?.nested === null) return sofar
  const content = await contentOf(filesBefore.get(path), source)
  if (parentOf(component) === null)
    return { baseline: await baselineOf(component, { path, content, source }), nested: null }
  const parity = sofar === undefined ? await contentOf(source.parityFiles.get(path), source) : sofar.baseline
  const nested = [component]
  try {
    const baseline = overlayBaseline({ path, parity, baseline: content, nested })
    return { baseline, nested: [...(sofar?.nested ?? []), ...nested] }
  } catch (error) {
    // What cannot be read (committed conflict markers) counts as one piece.
    if (error instanceof XmlError) return { baseline: content, nested: null }
    throw error
  }
}

interface BaselineSource {
  readonly path: string
  /** The file of the commit at which the org had the component last. */
  readonly content: Uint8Array | null
  readonly source: OverlaySource
}

/** Of a component that is in the org but for some entries only these are as they were. */
async function baselineOf(
  { problems = [] }: UndeployedBaseline,
  { path, content, source }: BaselineSource,
): Promise<Uint8Array | null> {
  const ids = entriesOf({ problems })
  const parity = ids === null ? null : await contentOf(source.parityFiles.get(path), source)
  if (ids === null || parity === null) return content
  try {
    return withEntriesOf({ content: parity, source: content, ids })
  } catch (error) {
    if (error instanceof XmlError) return content
    throw error
  }
}

async function contentOf(hash: string | undefined, source: OverlaySource): Promise<Uint8Array | null> {
  return hash === undefined ? null : await source.read(hash)
}
