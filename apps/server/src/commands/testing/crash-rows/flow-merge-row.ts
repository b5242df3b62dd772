import { flowMergeResult } from '@sluice/contract/job-commands/flow-merge'
import type { FlowWorld } from '../flow-world.ts'
import {
  type MergeStack,
  devIntoUat,
  inBranch,
  stackForMerges,
  storedEnvironment,
  withTwoSandboxes,
} from '../merge-stack.ts'
import { outputOf, runJob, submit } from '../run-job.ts'
import { alpha, beta } from '../sample-metadata.ts'
import type { CrashRow } from './crash-row.ts'
import { inWords } from './row-scene.ts'

const edits = [alpha.edit(), beta.edit()]
let made: Promise<MergeStack> | undefined

const stackOf = (world: FlowWorld): Promise<MergeStack> =>
  (made ??= stackForMerges(world, edits).then((stack) => withTwoSandboxes(world, stack, edits)))

/** Both sandboxes have changed another class. */
export const flowMergeRow: CrashRow = {
  command: 'FlowMerge',
  mode: 'of two sandboxes that changed',
  leaves:
    '1 deployment, changed in the org, merge in the branch, 3 snapshot, both parities, listed in the result',
  async arrange(world, text) {
    const stack = await stackOf(world)
    const { flow, dev, uat } = stack
    await dev.org.edit(alpha.edit(text, 1))
    await uat.org.edit(beta.edit(text))
    const before = await stateOf(world, stack)
    const left = async (jobId: string) => {
      const after = await stateOf(world, stack)
      // A job that was stopped has no result.
      const result = flowMergeResult.safeParse(await outputOf(world.ctx, flow, jobId)).data
      return inWords({
        deployment: after.deployments - before.deployments,
        'changed in the org':
          (await uat.org.text('ApexClass', alpha.name))?.[alpha.path] === alpha.body(text),
        'merge in the branch': after.inUat === alpha.body(text).trim(),
        snapshot: after.snapshots - before.snapshots,
        'both parities': after.areEqual,
        'listed in the result': result?.targetOutResult?.diffResult.diffCounts.modified === 1,
      })
    }
    const merge = { jobCommandName: 'FlowMerge', jobTemplate: devIntoUat(stack) } as const
    return {
      flow,
      submit: () => submit(world.ctx, flow, merge),
      left,
      // After a deployment without a push, the flow in of the target commits the change to the target's branch. That
      // commit would conflict with the next change of the source.
      settle: async () => {
        const jobTemplate = { ...merge.jobTemplate, mergeConflictsStrategy: 'TakeRemoteFile' } as const
        const { job } = await runJob(world.ctx, flow, { ...merge, jobTemplate })
        if (job.error !== null) throw new Error(job.error.message)
      },
    }
  },
}

async function stateOf(world: FlowWorld, stack: MergeStack) {
  const { dev, uat } = stack
  const [ofDev, ofUat] = [await storedEnvironment(world, dev), await storedEnvironment(world, uat)]
  const inUat = await inBranch(stack, uat, alpha.file)
  const inDev = await inBranch(stack, dev, alpha.file)
  return {
    deployments: (await uat.org.deployments()).length,
    snapshots: ofDev.lastSnapshotNumber + ofUat.lastSnapshotNumber,
    inUat: inUat.text,
    areEqual:
      ofDev.latestKnownParityCommitHash === inDev.head &&
      ofUat.latestKnownParityCommitHashOutbound === inUat.head,
  }
}
