import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { JobFailure } from '../../durable/run-errors.ts'
import type { JobSession } from '../steps/session/job-session.ts'
import { threads } from '../steps/session/threads.ts'
import { exists } from '../steps/session/work-folder.ts'
import type { FlowOutDiff } from './flow-out-diff.ts'
import { deltaArchiveTask } from './flow-out-tasks.ts'

/** Salesforce's limit for one deployment. */
const maxFiles = 10_000

/** The archive of an attempt, in the work folder; made again when it is not there. */
export async function ensureDeltaArchive(o: {
  readonly session: JobSession
  readonly diff: FlowOutDiff
  readonly attempt: number
  readonly excluded: readonly string[]
  readonly apiVersion: string
}): Promise<string> {
  const { session, diff, excluded, apiVersion } = o
  const folder = join((await session.work()).path, 'deltas')
  const path = join(folder, `delta-${o.attempt}.zip`)
  if (await exists(path)) return path
  await mkdir(folder, { recursive: true })
  const { repository } = await session.mirror()
  const input = {
    gitDir: repository.gitDir,
    apiVersion,
    folder: diff.folder,
    path: `${path}.part`,
    excluded,
  }
  const fileCount = await threads.run(deltaArchiveTask, input, { signal: session.run.signal })
  if (fileCount > maxFiles) {
    throw new JobFailure(
      `The deployment has ${fileCount} files; Salesforce takes at most ${maxFiles} at once.`,
      'Deploy in smaller parts: merge fewer changes into the branch before each flow out.',
    )
  }
  await rename(`${path}.part`, path)
  return path
}
