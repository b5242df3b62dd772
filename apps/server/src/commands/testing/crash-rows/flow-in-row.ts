import { environmentOf, everything, submit } from '../run-job.ts'
import { alpha, beta } from '../sample-metadata.ts'
import type { CrashRow } from './crash-row.ts'
import { inWords, isListed, stackOfRow } from './row-scene.ts'

interface FlowInMode {
  readonly mode: string
  /** Whether the branch has commits that are not deployed, so that the flow in ends with a merge commit. */
  readonly branchHasChanged: boolean
}

const flowInRow = ({ mode, branchHasChanged }: FlowInMode): CrashRow => {
  const stack = stackOfRow()
  return {
    command: 'FlowIn',
    mode,
    leaves: `1 commit, ${branchHasChanged ? '1 merge commit, ' : ''}1 snapshot, parity, listed in the result`,
    async arrange(world, text) {
      const { flow, clone } = await stack(world)
      await clone.pull()
      if (branchHasChanged) await clone.push({ [beta.file]: beta.body(text) })
      const since = await clone.git('rev-parse', 'HEAD')
      const before = await environmentOf(world.ctx, flow)
      await flow.org.edit(alpha.edit(text, 1))
      const left = async (jobId: string) => {
        await clone.pull()
        const after = await environmentOf(world.ctx, flow)
        const merges = Number(await clone.git('rev-list', '--merges', '--count', `${since}..HEAD`))
        const tip = await clone.git('rev-parse', merges === 0 ? 'HEAD' : 'HEAD^2')
        return inWords({
          commit: (await clone.commits(`${since}..`)).length,
          'merge commit': merges,
          snapshot: (after?.lastSnapshotNumber ?? 0) - (before?.lastSnapshotNumber ?? 0),
          parity: after?.latestKnownParityCommitHash === tip,
          'listed in the result': await isListed(world, flow, jobId),
        })
      }
      const flowIn = { jobCommandName: 'FlowIn', jobTemplate: { environmentFilter: everything } } as const
      return { flow, submit: () => submit(world.ctx, flow, flowIn), left }
    },
  }
}

export const flowInFastForward = flowInRow({ mode: 'fast-forward', branchHasChanged: false })

export const flowInWithMerge = flowInRow({
  mode: 'merge with changes of the branch',
  branchHasChanged: true,
})
