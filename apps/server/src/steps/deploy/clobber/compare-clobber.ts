import { blobHash } from '@sluice/git/blob-hash'
import { openObjectReader } from '@sluice/git/cat-file'
import { resolveCommit } from '@sluice/git/rev-parse'
import { componentKey } from '@sluice/metadata/component'
import { type ComponentChange, componentChanges } from '@sluice/metadata/diff/component-changes'
import { normaliseFile } from '@sluice/metadata/normalise'
import { changedEntries } from '@sluice/metadata/profile/edit-profile'
import { asReturned } from '@sluice/metadata/org-values/stored-form'
import { metadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { findMetadataFiles } from '../../session/metadata-directory.ts'
import { type OrgChange, compareWithOrg, sideOf } from '../../org-changes/org-changes.ts'
import type { OrgFiles } from '../../org/org-files/org-files.ts'
import { readOrgFiles } from '../../org/org-files/read-org-files.ts'
import { readRetrieved } from '../../org/retrieve/full-retrieve.ts'
import { requestedBy } from '../../org/retrieve/requested.ts'
import { writeJson } from '../../session/work-folder.ts'
import { placesOf } from '../../parity/undeployed-files.ts'
import { readChanges, readProfiles } from '../diff-record.ts'
import type { ClobberInput } from '../flow-out-tasks.ts'
import type { OverwrittenComponents } from './clobber-finding.ts'
import { deployable, findClobbered } from './clobbered-components.ts'
import {
  type ExpectedFiles,
  type WantedFiles,
  filesAt,
  filesExpectedInOrg,
} from '../../branch-changes/expected-files.ts'

/** Compares a retrieved org with the state in which the last flow left it, and leaves in a file what would be overwritten. */
export async function compareClobber(input: ClobberInput, signal: AbortSignal): Promise<void> {
  const reader = openObjectReader({ gitDir: input.gitDir }, { signal })
  try {
    const directory = metadataDirectory(input.metadataDirectory)
    const delta = deployable(await readChanges(input.diffFolder))
    const paths = input.isFullRetrieve ? null : placesOfDelta(delta)
    const deltaFiles = { reader, directory, delta, paths }
    await writeJson(input.result, await compare(input, deltaFiles, signal))
  } finally {
    await reader.close()
  }
}

interface DeltaFiles extends WantedFiles {
  readonly delta: readonly ComponentChange[]
}

function placesOfDelta(delta: readonly ComponentChange[]): Set<string> {
  const places = placesOf(delta.map(({ identity }) => identity))
  for (const { paths } of delta) for (const path of paths) places.add(path)
  return places
}

async function compare(
  input: ClobberInput,
  deltaFiles: DeltaFiles,
  signal: AbortSignal,
): Promise<OverwrittenComponents> {
  const { gitDir, apiVersion, head, parity, specs, undeployed } = input
  const form = { ...asReturned, sandboxName: input.sandboxName }
  const isParityKnown =
    parity !== null && (await resolveCommit({ gitDir, reader: deltaFiles.reader }, parity)) !== null
  const expected = isParityKnown
    ? await filesExpectedInOrg(deltaFiles, parity, undeployed)
    : await filesAt(deltaFiles, head)
  const { plan, archives, leftOut } = await readRetrieved(input.retrieved)
  const org = await readOrgFiles({
    archives,
    specs,
    planned: plan.members,
    beside: plan.beside,
    apiVersion,
    form,
    parity: expected.files,
    signal,
  })
  const { changes: found } = await compareWithOrg({
    parityFiles: expected.files,
    read: expected.read,
    org,
    planned: plan.members,
    isRequested: requestedBy({ plan, leftOut }, specs),
    overlay: new Map(),
    form,
    apiVersion,
  })
  const files = await withoutOtherEntries(found, deltaFiles, input)
  return findClobbered({
    delta: deltaFiles.delta,
    inOrg: changesInOrg(files, expected, org),
    differsFromHead: await differencesFromHead(deltaFiles, { head, apiVersion, files }),
    isParityKnown,
    listed: plan.members,
  })
}

/** Keeps of a profile that is deployed by entries only changes of these entries: the others stay as the org has them. */
async function withoutOtherEntries(
  files: readonly OrgChange[],
  { reader, directory }: DeltaFiles,
  { diffFolder, head }: ClobberInput,
): Promise<OrgChange[]> {
  const profiles = await readProfiles(diffFolder)
  const byPath = new Map(profiles.map(({ path, delta }) => [path, delta]))
  const headFiles = await findMetadataFiles(reader, head, { directory, paths: byPath.keys() })
  const kept: OrgChange[] = []
  for (const file of files) {
    const delta = byPath.get(file.path)
    const hash = headFiles.get(file.path)
    if (delta !== undefined && hash !== undefined) {
      const sides = { expected: file.before, org: file.after?.content ?? null, head: await reader.read(hash) }
      const ids = [...delta.entries, ...delta.revocations.map(({ id }) => id)]
      if (!changedEntries(sides, ids)) continue
    }
    kept.push(file)
  }
  return kept
}

/** The components that differ in the org from what is expected there. */
function changesInOrg(
  files: readonly OrgChange[],
  expected: ExpectedFiles,
  org: OrgFiles,
): readonly ComponentChange[] {
  const sides = files.map(({ path, before, after }) => ({ path, before, after: sideOf(after) }))
  return componentChanges(sides, {
    isPresent: (side, bundle) => hasFileBelow(side === 'before' ? expected.files.keys() : org.keys(), bundle),
  })
}

function hasFileBelow(paths: Iterable<string>, directory: string): boolean {
  for (const path of paths) if (path.startsWith(directory)) return true
  return false
}

interface FilesInOrg {
  readonly head: string
  readonly apiVersion: string
  readonly files: readonly OrgChange[]
}

/** Keys of the components in these files that differ between org and branch. */
async function differencesFromHead(
  { reader, directory }: DeltaFiles,
  { head, apiVersion, files }: FilesInOrg,
): Promise<ReadonlySet<string>> {
  const paths = files.map(({ path }) => path)
  const headFiles = await findMetadataFiles(reader, head, { directory, paths })
  const sides = []
  for (const { path, after } of files) {
    const hash = headFiles.get(path)
    const inBranch =
      hash === undefined ? null : normaliseFile({ path, content: await reader.read(hash), apiVersion })
    if (after === null && inBranch === null) continue
    if (inBranch !== null && after?.hash === blobHash(inBranch)) continue
    sides.push({ path, before: sideOf(after), after: inBranch })
  }
  return new Set(componentChanges(sides).map(({ identity }) => componentKey(identity)))
}
