import { blobHash } from '@sluice/git/blob-hash'
import { comesWithItsBundle } from '@sluice/metadata/bundle-files'
import { type ComponentIdentity, componentKey, unpackaged } from '@sluice/metadata/component'
import { saysTheSame } from '@sluice/metadata/diff/says-the-same'
import type { FileSide } from '@sluice/metadata/diff/file-change'
import { differsInStatusOnly, isFlowPath } from '@sluice/metadata/flow-status'
import { normaliseFile } from '@sluice/metadata/normalise'
import { type StoredForm, asReturned, inStoredForm } from '@sluice/metadata/org-values/stored-form'
import { withOwnValuesOf, withoutOwnValues } from '@sluice/metadata/org-values/take-values'
import { withKnownEmptyEntries } from '@sluice/metadata/profile/edit-profile'
import { type PartialFile, isDependentFile, completePartial } from '@sluice/metadata/partial-retrieve'
import { componentOfPath, parentOf } from '@sluice/metadata/paths'
import { type OverlayResult, overlayBaseline, overlayOrg } from '@sluice/metadata/undeployed-overlay'
import { XmlError } from '@sluice/metadata/xml/errors'
import type { AutomaticResolution, ResolvedConflict } from '../branch/merge/conflict-strategy.ts'
import { inParallel } from '../session/in-parallel.ts'
import { type FileHashes, manifestPath } from '../session/metadata-directory.ts'
import type { OrgFile, OrgFiles } from '../org/org-files/org-files.ts'
import { deliverableBy } from '../org/retrieve/requested.ts'
import type { PlannedMember } from '../org/retrieve/retrieve-plan.ts'
import type { OverlayFile } from '../parity/undeployed-files.ts'
import { withAgreed } from './agreed-changes.ts'

/** A file of the branch as it must become to equal the org. `after` null deletes it. */
export interface OrgChange {
  readonly path: string
  readonly before: Uint8Array | null
  /** With its content wherever there is a `before` to compare it with. */
  readonly after: OrgFile | null
}

/** The content of one side of a change; `unread` for a new file, of which only the path matters. */
export function sideOf(file: OrgFile | null): FileSide {
  return file === null ? null : (file.content ?? 'unread')
}

export interface OrgComparison {
  readonly changes: readonly OrgChange[]
  /** Files in which the org and an undeployed change of the branch disagree. */
  readonly conflicts: readonly string[]
  /** Such files that were settled as the input says. */
  readonly resolved: readonly ResolvedConflict[]
  /** Files in the archives that belong to nothing that was asked for; they are no change. */
  readonly unrequested: readonly string[]
  /** Paths at which org and branch are equal again although a deployment had left something out. */
  readonly settled: ReadonlyMap<string, readonly ComponentIdentity[]>
}

export interface ComparisonInput {
  readonly parityFiles: FileHashes
  /** Files that tell the rest of what was retrieved in part, where parity does not: those of an unrelated branch. */
  readonly branchFiles?: FileHashes
  /** Loads the files at the head of the branch. An undeployed component with the same content in org and head is no conflict. */
  readonly headFiles?: () => Promise<FileHashes>
  readonly read: (hash: string) => Promise<Uint8Array>
  readonly org: OrgFiles
  readonly planned: readonly PlannedMember[]
  /** Whether a component stays in the branch although the org did not return it; without it none does. */
  readonly isKept?: (identity: ComponentIdentity) => boolean
  /** Whether the retrieve tells about a component: entries about others stay as the branch has them. */
  readonly isRequested: (identity: ComponentIdentity) => boolean
  readonly overlay: ReadonlyMap<string, OverlayFile>
  /** How the files of the org were read; without it as the org returned them. */
  readonly form?: StoredForm
  /** Whether a file of the branch in another form is a change. */
  readonly storesForm?: boolean
  /** What is taken where the org and an undeployed change disagree; without it that is a conflict. */
  readonly resolution?: AutomaticResolution | null
  readonly apiVersion: string
}

/** Files of which contents are read and compared at the same time: Git answers many questions as fast as one. */
const comparedAtOnce = 64

/** What changed in the org since parity, file by file, in the order of the paths. */
export async function compareWithOrg(input: ComparisonInput): Promise<OrgComparison> {
  const { resolution = null } = input
  const unrequested = unrequestedPaths(input)
  const paths = pathsToCompare(input, new Set(unrequested))
  const results = await inParallel(paths, comparedAtOnce, async (path) => {
    const overlay = input.overlay.get(path)
    const result =
      overlay === undefined ? await compareFile(input, path) : await compareOverlaid(input, path, overlay)
    return { path, ...result }
  })
  return {
    changes: results.flatMap(({ change }) => change ?? []),
    conflicts: results.flatMap(({ path, hasConflict }) => (hasConflict && resolution === null ? path : [])),
    resolved: results.flatMap(({ path, hasConflict }) =>
      hasConflict && resolution !== null ? { path, resolvedAs: resolution } : [],
    ),
    unrequested,
    settled: new Map(results.flatMap((file) => (file.settled.length > 0 ? [[file.path, file.settled]] : []))),
  }
}

/** Something else than what was asked for, in the place of an archive, must not be taken for the org's. */
function unrequestedPaths({ org, planned }: ComparisonInput): string[] {
  if (org.different.size === 0) return []
  const isDeliverable = deliverableBy(planned)
  const paths = [...org.different.keys()].filter((path) => {
    const component = componentOfPath(path)
    return component !== null && !isDeliverable(component.identity)
  })
  return paths.toSorted()
}

function pathsToCompare(input: ComparisonInput, unrequested: ReadonlySet<string>): string[] {
  const { org, planned, overlay } = input
  const listed = ownersOf(planned)
  // Where a deployment left something out the same bytes on both sides mean something, too.
  const paths = new Set([...org.different.keys(), ...org.missing(), ...overlay.keys()])
  let delivered: ReadonlySet<string> | null = null
  return [...paths].toSorted().filter((path) => {
    const component = componentOfPath(path)
    if (component === null || path === manifestPath || unrequested.has(path)) return false
    if (org.has(path)) return true
    const key = componentKey(component.identity)
    if (!listed.has(key)) return input.isKept?.(component.identity) !== true
    // Listed but not delivered: no proof that it is gone, so the branch keeps what it has; but a bundle comes back whole.
    if (!comesWithItsBundle(path, component.identity)) return false
    delivered ??= deliveredComponents(org)
    return delivered.has(key)
  })
}

function deliveredComponents(org: OrgFiles): Set<string> {
  const components = [...org.keys()].map((path) => componentOfPath(path))
  return new Set(
    components.flatMap((component) => (component === null ? [] : componentKey(component.identity))),
  )
}

interface FileResult {
  readonly change: OrgChange | null
  readonly hasConflict: boolean
  readonly settled: readonly ComponentIdentity[]
}

const unchanged: FileResult = { change: null, hasConflict: false, settled: [] }

async function compareFile(input: ComparisonInput, path: string): Promise<FileResult> {
  const local = input.parityFiles.get(path)
  const remote = await remoteFile(input, path)
  if (local === remote?.hash) return unchanged
  const before = local === undefined ? null : await input.read(local)
  // Formatting, comments and order by hand are no change of the org: what the files say is compared.
  if (before === null || remote === undefined)
    return { ...unchanged, change: { path, before, after: remote ?? null } }
  const canonical = normaliseFile({ path, content: before, apiVersion: input.apiVersion })
  if (blobHash(canonical) === remote.hash) return unchanged
  const content = await contentOf(input, remote)
  const stored = inStoredForm(path, before, input.form ?? asReturned)
  if (saysTheSame(path, stored, content) && (stored === before || input.storesForm !== true)) return unchanged
  // Whether a flow is active is decided in the org; it is no change of the flow.
  if (isFlowPath(path) && differsInStatusOnly(before, content)) return unchanged
  return { ...unchanged, change: { path, before, after: { ...remote, content } } }
}

async function compareOverlaid(
  input: ComparisonInput,
  path: string,
  overlay: OverlayFile,
): Promise<FileResult> {
  const local = input.parityFiles.get(path)
  const before = local === undefined ? null : await input.read(local)
  const remote = await remoteFile(input, path)
  const inOrg = remote === undefined ? null : await contentOf(input, remote)
  const { nested } = overlay
  // Values that belong to one org are not compared; a file with another change is committed with the org's values.
  const { form = asReturned, storesForm = false } = input
  const compared = (content: Uint8Array | null) =>
    content && withoutOwnValues(path, inStoredForm(path, content, form))
  const [parity, org, baseline] = [compared(before), compared(inOrg), compared(overlay.baseline)]
  const versions = { path, parity, baseline, org, nested }
  const found = overlayOrg(versions)
  const overlaid =
    found.conflicts.length === 0 ? found : withAgreed(found, versions, compared(await headOf(input, path)))
  const { resolution = null } = input
  const isResolved = overlaid.conflicts.length > 0 && resolution !== null
  const content = isResolved
    ? resolvedOverlay(resolution, { path, parity, org, nested, overlaid })
    : overlaid.content
  // Where the commit has the version of the org nothing of it waits to be deployed any more.
  const settled =
    resolution === 'PreferRemote' ? [...overlaid.settled, ...overlaid.conflicts] : overlaid.settled
  const identity = componentOfPath(path)?.identity
  const inFile = nested ?? (identity === undefined ? [] : [identity])
  const isInForm = before === null || !storesForm || inStoredForm(path, before, form) === before
  const from = form.leavesOutOwnValues ? null : inOrg
  const after = content === null ? null : newFile(withOwnValuesOf({ path, content, from }))
  const isSame = (a: Uint8Array | null, b: Uint8Array | null) =>
    a === null || b === null ? a === b : saysTheSame(path, a, b)
  return {
    // A difference that is only the formatting of developers is no change of the org either.
    change: isInForm && isSame(content, parity) ? null : { path, before, after },
    hasConflict: overlaid.conflicts.length > 0,
    settled: isSame(org, parity) || (isResolved && isSame(content, org)) ? inFile : settled,
  }
}

async function headOf({ headFiles, read }: ComparisonInput, path: string): Promise<Uint8Array | null> {
  const hash = (await headFiles?.())?.get(path)
  return hash === undefined ? null : await read(hash)
}

interface ConflictingOverlay extends Pick<OverlayFile, 'nested'> {
  readonly path: string
  readonly parity: Uint8Array | null
  readonly org: Uint8Array | null
  readonly overlaid: OverlayResult
}

/** A file with undeployed changes of which the org has others. Parity is the branch's side: local. */
function resolvedOverlay(
  resolution: AutomaticResolution,
  { path, parity, org, nested, overlaid }: ConflictingOverlay,
): Uint8Array | null {
  if (resolution === 'TakeLocal') return parity
  if (resolution === 'TakeRemote') return org
  // With conflicts the content holds the org's version of them.
  if (resolution === 'PreferRemote') return overlaid.content
  if (nested === null) return parity
  return overlayBaseline({ path, parity: overlaid.content, baseline: parity, nested: overlaid.conflicts })
}

/**
 * The file as the org has it. A profile is retrieved only with the entries of what was asked for; what the branch has
 * besides these stays in it, and entries that give nothing are no change.
 */
async function remoteFile(input: ComparisonInput, path: string): Promise<OrgFile | undefined> {
  const { apiVersion, isRequested } = input
  const local = input.parityFiles.get(path) ?? input.branchFiles?.get(path)
  const remote = input.org.get(path)
  if (remote === undefined || local === undefined || local === remote.hash || !isDependentFile(path))
    return remote
  const known = normaliseFile({ path, content: await input.read(local), apiVersion })
  const completed = completedOrNull({ path, known, partial: await contentOf(input, remote), isRequested })
  if (completed === null) return remote
  const content = isProfile(path) ? withKnownEmptyEntries({ known, org: completed }) : completed
  return {
    ...newFile(normaliseFile({ path, content, apiVersion })),
    unknownLists: remote.unknownLists ?? [],
  }
}

const isProfile = (path: string): boolean => componentOfPath(path)?.identity.componentType === 'Profile'

function newFile(content: Uint8Array): OrgFile {
  return { hash: blobHash(content), content, isStored: false }
}

/** Null when the branch's file is no XML (committed conflict markers): then the org's is taken. */
function completedOrNull(file: PartialFile): Uint8Array | null {
  try {
    return completePartial(file)
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
}

async function contentOf(input: ComparisonInput, file: OrgFile): Promise<Uint8Array> {
  return file.content ?? (await input.read(file.hash))
}

/** Keys of the listed components and of the composites that hold them. */
export function ownersOf(planned: readonly PlannedMember[]): Set<string> {
  const owners = new Set<string>()
  for (const member of planned) {
    const identity = { packageName: unpackaged, componentType: member.type, componentName: member.fullName }
    const parent = parentOf(identity)
    owners.add(componentKey(identity))
    if (parent !== null) owners.add(componentKey(parent))
  }
  return owners
}
