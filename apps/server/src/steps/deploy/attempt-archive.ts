import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { mostFilesOfDeployment } from '@sluice/metadata/divide-delta'
import { JobFailure } from '../../durable/run-errors.ts'
import { threads } from '../session/threads.ts'
import { exists } from '../session/work-folder.ts'
import type { AttemptState } from './attempts.ts'
import type { ComparedFlowOut } from './flow-out-diff.ts'
import { deltaArchiveTask } from './flow-out-tasks.ts'

/** The archive of an attempt, in the work folder; made again when it is not there. */
export async function ensureDeltaArchive(
  { session, diff, flowVersions, org }: ComparedFlowOut,
  { number, excluded }: Pick<AttemptState, 'number' | 'excluded'>,
): Promise<string> {
  const folder = join((await session.work()).path, 'deltas')
  const path = join(folder, `delta-${number}.zip`)
  if (await exists(path)) return path
  await mkdir(folder, { recursive: true })
  const { repository } = await session.mirror()
  const input = {
    gitDir: repository.gitDir,
    apiVersion: org.apiVersion,
    folder: diff.folder,
    path: `${path}.part`,
    excluded,
    flowVersions,
  }
  const fileCount = await threads.run(deltaArchiveTask, input, { signal: session.run.signal })
  if (fileCount > mostFilesOfDeployment) {
    throw new JobFailure(
      `The deployment has ${fileCount} files; Salesforce takes at most ${mostFilesOfDeployment} at once.`,
      'Deploy in smaller parts: merge fewer changes into the branch before each flow out.',
    )
  }
  await rename(`${path}.part`, path)
  return path
}
