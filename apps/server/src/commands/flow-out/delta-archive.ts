import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ObjectReader, openObjectReader } from '@sluice/git/cat-file'
import { componentKey } from '@sluice/metadata/component'
import { deletionsAwaiting } from '@sluice/metadata/deletion-order'
import { type DeltaPlan, planDelta } from '@sluice/metadata/delta'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { JobFailure } from '../../durable/run-errors.ts'
import type { JobSession } from '../steps/job-session.ts'
import type { MetadataDirectory } from '../steps/metadata-directory.ts'
import { saveArchive, withArchive } from '../steps/retrieve/archive-files.ts'
import { exists } from '../steps/work-folder.ts'
import type { FlowOutDiff } from './flow-out-diff.ts'
import { readingHead } from './head-reader.ts'

/** Salesforce's limit for one deployment. */
const maxFiles = 10_000

export interface DeltaRequest {
  readonly session: JobSession
  readonly diff: FlowOutDiff
  readonly attempt: number
  readonly excluded: readonly string[]
  readonly apiVersion: string
}

/** What an attempt deploys. Cheap: nothing is read or written. */
export function planOf(request: Omit<DeltaRequest, 'session' | 'attempt'>): DeltaPlan {
  return planDelta({
    changes: request.diff.changes,
    excluded: withDependents(request.diff.changes, request.excluded),
    readHead: () => [],
    listHead: () => [],
    apiVersion: request.apiVersion,
  })
}

/** The archive of an attempt, in the work folder; made again when it is not there. */
export async function ensureDeltaArchive(
  request: DeltaRequest,
): Promise<{ path: string; fileCount: number }> {
  const { session } = request
  const folder = join((await session.work()).path, 'deltas')
  const path = join(folder, `delta-${request.attempt}.zip`)
  if (await exists(path)) return { path, fileCount: await countFiles(path) }
  await mkdir(folder, { recursive: true })
  const { repository } = await session.mirror()
  const reader = openObjectReader(repository, { signal: session.run.signal })
  try {
    const { directory } = session
    const { entryCount } = await writeDeltaArchive(`${path}.part`, { ...request, reader, directory })
    if (entryCount > maxFiles) {
      throw new JobFailure(
        `The deployment has ${entryCount} files; Salesforce takes at most ${maxFiles} at once.`,
        'Deploy in smaller parts: merge fewer changes into the branch before each flow out.',
      )
    }
    await rename(`${path}.part`, path)
    return { path, fileCount: entryCount }
  } finally {
    await reader.close()
  }
}

/** Writes the archive that brings the changes, but for those that are left out. */
export async function writeDeltaArchive(
  path: string,
  o: Omit<DeltaRequest, 'session' | 'attempt'> & {
    readonly reader: ObjectReader
    readonly directory: MetadataDirectory
  },
): Promise<{ entryCount: number; plan: DeltaPlan }> {
  const { diff, apiVersion } = o
  const plan = planDelta({
    changes: diff.changes,
    excluded: withDependents(diff.changes, o.excluded),
    apiVersion,
    ...readingHead(o.reader, diff.head, o.directory),
  })
  const { entryCount } = await saveArchive(path, plan.entries)
  return { entryCount, plan }
}

async function countFiles(path: string): Promise<number> {
  return (await stat(path)).size === 0 ? 0 : await withArchive(path, async (files) => files.length)
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
