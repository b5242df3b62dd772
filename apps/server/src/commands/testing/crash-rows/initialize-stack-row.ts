import { environmentOf, includeSpecs, submit } from '../run-job.ts'
import { alpha } from '../sample-metadata.ts'
import { cloneOf } from '../working-copy.ts'
import type { CrashRow } from './crash-row.ts'
import { inWords, isListed } from './row-scene.ts'

export const initializeStackRow: CrashRow = {
  command: 'InitializeStack',
  mode: '',
  leaves: '1 commit, 1 snapshot, parity, listed in the result',
  async arrange(world, text) {
    const flow = await world.connect()
    await flow.org.edit(alpha.edit(text))
    const left = async (jobId: string) => {
      const clone = await cloneOf(world.folder, flow)
      const after = await environmentOf(world.ctx, flow)
      const history = (await clone.git('rev-list', 'HEAD')).split('\n')
      const commits = await clone.commits('HEAD')
      return inWords({
        commit: commits.filter(({ files }) => files.includes(alpha.file)).length,
        snapshot: after?.lastSnapshotNumber ?? 0,
        parity: after?.isInitialized === true && history.includes(after.latestKnownParityCommitHash ?? ''),
        'listed in the result': await isListed(world, flow, jobId),
      })
    }
    const initialization = { jobCommandName: 'InitializeStack', jobTemplate: { includeSpecs } } as const
    return { flow, submit: () => submit(world.ctx, flow, initialization), left }
  },
}
