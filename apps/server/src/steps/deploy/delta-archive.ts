import { type ObjectReader, openObjectReader } from '@sluice/git/cat-file'
import { componentKey } from '@sluice/metadata/component'
import { deletionsAwaiting } from '@sluice/metadata/deletion-order'
import { type DeltaPlan, planDelta } from '@sluice/metadata/delta'
import type { VersionsOfFlows } from '@sluice/metadata/flow-deletions'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import type { FileHashes } from '../session/metadata-directory.ts'
import { saveArchive } from '../org/retrieve/archive-files.ts'
import { readDiff } from './diff-record.ts'
import type { ArchiveInput } from './flow-out-tasks.ts'
import { type TargetFiles, readTargetFiles, withValuesOfTarget } from './target-files.ts'
import type { ProfileChange } from '../branch-changes/profile-deltas.ts'

export interface DeltaRequest {
  readonly changes: readonly ComponentChange[]
  readonly excluded: readonly string[]
  readonly flowVersions: VersionsOfFlows
  readonly apiVersion: string
}

/** What an attempt deploys. Cheap: nothing is read or written. */
export function planOf({ changes, excluded, flowVersions, apiVersion }: DeltaRequest): DeltaPlan {
  return planDelta({
    changes,
    excluded: withDependents(changes, excluded),
    flowVersions,
    headFiles: new Map(),
    readEach: () => [],
    apiVersion,
  })
}

/** Writes the archive of an attempt; gives the number of its files. */
export async function makeDeltaArchive(input: ArchiveInput, signal: AbortSignal): Promise<number> {
  const reader = openObjectReader({ gitDir: input.gitDir }, { signal })
  try {
    const { excluded, flowVersions, apiVersion } = input
    const diff = await readDiff(input.folder)
    const targetFiles = await readTargetFiles(input.folder)
    const request = { ...diff, excluded, flowVersions, apiVersion, reader, targetFiles }
    const { entryCount } = await writeDeltaArchive(input.path, request)
    return entryCount
  } finally {
    await reader.close()
  }
}

interface DeltaArchiveRequest extends DeltaRequest {
  readonly headFiles: FileHashes
  readonly profiles: readonly ProfileChange[]
  readonly reader: ObjectReader
  readonly targetFiles: TargetFiles
}

/** Writes the archive that brings the changes, but for those that are left out. */
export async function writeDeltaArchive(
  path: string,
  request: DeltaArchiveRequest,
): Promise<{ entryCount: number; plan: DeltaPlan }> {
  const { changes, headFiles, profiles, excluded, flowVersions, apiVersion, reader } = request
  const plan = planDelta({
    changes,
    headFiles,
    flowVersions,
    profiles: new Map(profiles.map((profile) => [profile.path, profile.delta])),
    readEach: (hashes) => reader.readEach(hashes),
    excluded: withDependents(changes, excluded),
    apiVersion,
  })
  const entries = withValuesOfTarget(plan.entries, request.targetFiles)
  const { entryCount } = await saveArchive(path, entries)
  return { entryCount, plan }
}

/** With a new composite everything inside it stays out too, and what was to make room for an addition stays. */
export function withDependents(
  changes: readonly ComponentChange[],
  excluded: readonly string[],
): ReadonlySet<string> {
  const keys = new Set(excluded)
  const additions = changes.filter((change) => change.changeType === 'Added')
  const deletions = changes.filter((change) => change.changeType === 'Deleted')
  const added = new Set(additions.map((change) => componentKey(change.identity)))
  for (const change of changes) {
    const parent = change.parent === null ? null : componentKey(change.parent)
    if (parent !== null && added.has(parent) && keys.has(parent)) keys.add(componentKey(change.identity))
  }
  const heldBack = additions.map((change) => change.identity).filter((one) => keys.has(componentKey(one)))
  const waiting = deletionsAwaiting(
    deletions.map((change) => change.identity),
    heldBack,
  )
  for (const identity of waiting) keys.add(componentKey(identity))
  return keys
}
