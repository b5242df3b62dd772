import { type ObjectReader, openObjectReader } from '@sluice/git/cat-file'
import { diffFolders } from '@sluice/git/diff-tree'
import { GitError } from '@sluice/git/errors'
import type { Repository } from '@sluice/git/git'
import {
  type ComponentChange,
  collectComponentChanges,
  contentMatters,
} from '@sluice/metadata/diff/component-changes'
import type { ChangedFile, FileSide } from '@sluice/metadata/diff/file-change'
import { saysTheSame } from '@sluice/metadata/diff/says-the-same'
import { canHoldOwnValues } from '@sluice/metadata/org-values/take-values'
import { componentOfPath, pathsOfComponent } from '@sluice/metadata/paths'
import type { MetadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { type FileHashes, type MetadataPaths, findMetadataFiles } from '../session/metadata-directory.ts'
import {
  type OverlayFile,
  type UndeployedBaseline,
  overlayFilesOf,
  placesOf,
} from '../parity/undeployed-files.ts'
import { findPlaces } from './case-clashes.ts'

export interface HistoryRequest {
  readonly repository: Repository
  readonly reader: ObjectReader
  readonly directory: MetadataDirectory
  /** The commit that the org was offered last. */
  readonly since: string
  readonly head: string
  readonly undeployed: readonly UndeployedBaseline[]
  readonly signal?: AbortSignal
}

/** Blobs of a file that may have changed; null where there is none. */
interface Blobs {
  readonly before: string | null
  readonly after: string | null
}

/** What head has and the org has not. */
export interface HeadDiff {
  readonly changes: readonly ComponentChange[]
  /** Files at head, at least all of the changed components. */
  readonly headFiles: FileHashes
  /** How head spells the places at which files came or went. */
  readonly spellings: readonly string[]
  /** A changed file as the org should have it; null where it should have none. */
  readonly baseOf: (path: string) => Promise<Uint8Array | null>
}

/**
 * What head has and the org has not, as far as history tells. Costs what has changed, however large the repository is: Git
 * skips folders that are equal, and only a file whose content decides something is read.
 */
export async function changesByHistory(request: HistoryRequest): Promise<HeadDiff> {
  const { repository, signal } = request
  const changed = changedBlobs(request)
  // Folders have a process of their own, which starts while Git compares: they would wait for all files to be read.
  const folders = openObjectReader(repository, { ...(signal && { signal }) })
  try {
    const blobs = await changed
    const overlay = await addOverlay(request, blobs)
    const collector = collectComponentChanges()
    const readAll = async () => {
      for await (const file of readChanged(request.reader, blobs, overlay))
        if (!isUnchanged(file)) collector.add(file)
    }
    const inFolders = { ...request, reader: folders }
    const [{ unchanged, isPresent }, spellings] = await Promise.all([
      findBeside(inFolders, blobs),
      findCameOrWent(inFolders, blobs, overlay),
      readAll(),
    ])
    const headFiles = new Map(unchanged)
    for (const [path, { after }] of blobs) if (after !== null) headFiles.set(path, after)
    const baseOf = async (path: string) => {
      const before = blobs.get(path)?.before ?? null
      const rolledBack = overlay.get(path)
      if (rolledBack !== undefined) return rolledBack.baseline
      return before === null ? null : await request.reader.read(before)
    }
    return { changes: collector.changes({ isPresent }), headFiles, spellings, baseOf }
  } finally {
    await folders.close()
  }
}

/** How head spells the places of files that are on one side only, or were never deployed. */
async function findCameOrWent(
  { reader, directory, head }: HistoryRequest,
  blobs: ReadonlyMap<string, Blobs>,
  overlay: ReadonlyMap<string, OverlayFile>,
): Promise<string[]> {
  const files = [...blobs].filter(
    ([path, { before, after }]) => before === null || after === null || overlay.has(path),
  )
  return await findPlaces(reader, head, { directory, paths: files.map(([path]) => path) })
}

async function changedBlobs(request: HistoryRequest): Promise<Map<string, Blobs>> {
  const { repository, directory, since, head, signal } = request
  const path = directory.folder
  const files = await diffFolders(repository, { from: since, to: head, path, ...(signal && { signal }) })
  const blobs = new Map<string, Blobs>()
  for (const { path: inRepository, oldHash, newHash } of files) {
    const below = directory.below(inRepository)
    if (below !== null && oldHash !== newHash && componentOfPath(below) !== null)
      blobs.set(below, { before: oldHash, after: newHash })
  }
  return blobs
}

/** Files with something that was never deployed count too: there the org is as it was at an earlier commit. */
async function addOverlay(
  request: HistoryRequest,
  blobs: Map<string, Blobs>,
): Promise<Map<string, OverlayFile>> {
  const { reader, directory, since, undeployed } = request
  if (undeployed.length === 0) return new Map()
  const paths = placesOf(undeployed)
  const parityFiles = await findMetadataFiles(reader, since, { directory, paths })
  const baselines = new Map<string, Promise<FileHashes | null>>()
  const filesAt = (commitHash: string) => {
    const known = baselines.get(commitHash) ?? filesIfThere(reader, commitHash, { directory, paths })
    baselines.set(commitHash, known)
    return known
  }
  const read = (hash: string) => reader.read(hash)
  const overlay = await overlayFilesOf(undeployed, { parityFiles, read, orgPaths: [], filesAt })
  for (const path of overlay.keys()) {
    const parity = parityFiles.get(path) ?? null
    if (!blobs.has(path) && componentOfPath(path) !== null) blobs.set(path, { before: parity, after: parity })
  }
  return overlay
}

/** Null when history was rewritten and the commit is gone. */
async function filesIfThere(
  reader: ObjectReader,
  commitHash: string,
  places: MetadataPaths,
): Promise<FileHashes | null> {
  try {
    return await findMetadataFiles(reader, commitHash, places)
  } catch (error) {
    if (error instanceof GitError && error.code === 'notFound') return null
    throw error
  }
}

/**
 * What lies beside changed files: a component travels with all its files, and whether a bundle came or went is told by
 * what else is in its folder, changed or not.
 */
async function findBeside(
  { reader, directory, since, head }: HistoryRequest,
  blobs: ReadonlyMap<string, Blobs>,
): Promise<{ unchanged: FileHashes; isPresent: (side: 'before' | 'after', bundle: string) => boolean }> {
  const changed = [...blobs.keys()]
  const bundles = new Set(changed.map(bundleOf).filter((bundle) => bundle !== null))
  const files = changed.flatMap(filesOf).filter((path) => !blobs.has(path))
  const [before, after] = await Promise.all([
    findMetadataFiles(reader, since, { directory, paths: bundles }),
    findMetadataFiles(reader, head, { directory, paths: new Set([...bundles, ...files]) }),
  ])
  const there = { before: bundlesAmong(before), after: bundlesAmong(after) }
  return { unchanged: after, isPresent: (side, bundle) => there[side].has(bundle) }
}

function bundlesAmong(files: FileHashes): ReadonlySet<string | null> {
  return new Set([...files.keys()].map(bundleOf))
}

function filesOf(path: string): readonly string[] {
  const component = componentOfPath(path)
  return component === null ? [] : pathsOfComponent(component.identity).files
}

function bundleOf(path: string): string | null {
  const component = componentOfPath(path)
  return component === null ? null : pathsOfComponent(component.identity).directory
}

/** One file after the other, with the sides that decide what its change means. */
async function* readChanged(
  reader: ObjectReader,
  blobs: ReadonlyMap<string, Blobs>,
  overlay: ReadonlyMap<string, OverlayFile>,
): AsyncGenerator<ChangedFile> {
  const files = [...blobs].map(([path, { before, after }]) => {
    const rolledBack = overlay.get(path)
    const isRead = rolledBack !== undefined || contentMatters(path, before !== null && after !== null)
    return { path, before, after, rolledBack, isRead }
  })
  const wanted = files.flatMap(({ before, after, rolledBack, isRead }) =>
    isRead ? [rolledBack === undefined ? before : null, after].filter((hash) => hash !== null) : [],
  )
  const contents = reader.readEach(wanted)
  try {
    for (const { path, before, after, rolledBack, isRead } of files) {
      const side = async (hash: string | null): Promise<FileSide> =>
        hash === null ? null : isRead ? ((await contents.next()).value ?? null) : 'unread'
      const old = rolledBack === undefined ? await side(before) : rolledBack.baseline
      yield { path, before: old, after: await side(after) }
    }
  } finally {
    await contents.return()
  }
}

/** Rolled back in the org to what head has, absent on both sides, or different only in values that belong to one org. */
function isUnchanged({ path, before, after }: ChangedFile): boolean {
  if (!(before instanceof Uint8Array) || !(after instanceof Uint8Array))
    return before === null && after === null
  return canHoldOwnValues(path) ? saysTheSame(path, before, after) : Buffer.compare(before, after) === 0
}
