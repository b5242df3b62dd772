import type { FlowStack, FlowWorld } from '../flow-world.ts'
import { passingTest } from '../passing-test.ts'
import { environmentOf, flowOutAll, submit, submitQuickDeploy, unasked } from '../run-job.ts'
import { alpha, beta } from '../sample-metadata.ts'
import type { CrashRow, CrashScene } from './crash-row.ts'
import { inWords, isListed, stackOfRow } from './row-scene.ts'

interface FlowOutMode {
  readonly mode: string
  readonly settings: { readonly diffMode: 'History' | 'Org'; readonly checkOnly?: boolean }
  readonly leaves: string
}

export const flowOutRow = ({ mode, settings, leaves }: FlowOutMode): CrashRow => {
  const stack = stackOfRow()
  return {
    command: 'FlowOut',
    mode,
    leaves,
    async arrange(world, text) {
      const { flow, clone } = await stack(world)
      await clone.pull()
      const head = await clone.push({ [beta.file]: beta.body(text) })
      const jobTemplate = { ...unasked('FlowOut'), ...settings }
      return {
        flow,
        submit: () => submit(world.ctx, flow, { jobCommandName: 'FlowOut', jobTemplate }),
        left: await whatIsLeft(world, flow, { head, text }),
      }
    },
  }
}

/** A flow out that deploys what a check-only one has validated. */
export const quickDeployRow = (leaves: string): CrashRow => {
  const stack = stackOfRow([alpha.edit(), beta.edit(), passingTest])
  return {
    command: 'FlowOut',
    mode: 'deployment of a validation',
    leaves,
    async arrange(world, text) {
      const { flow, clone } = await stack(world)
      await clone.pull()
      const head = await clone.push({ [beta.file]: beta.body(text) })
      const { job } = await flowOutAll(world.ctx, flow, { checkOnly: true, testLevel: 'RunLocalTests' })
      return {
        flow,
        submit: () => submitQuickDeploy(world.ctx, flow, job.id),
        left: await whatIsLeft(world, flow, { head, text }),
      }
    },
  }
}

/** Looks at org and environment before the job, and says afterwards what the job has changed. */
async function whatIsLeft(
  world: FlowWorld,
  flow: FlowStack,
  { head, text }: { readonly head: string; readonly text: string },
): Promise<CrashScene['left']> {
  const before = await environmentOf(world.ctx, flow)
  const deployed = (await flow.org.deployments()).length
  return async (jobId) => {
    const made = (await flow.org.deployments()).slice(deployed)
    const after = await environmentOf(world.ctx, flow)
    const inOrg = await flow.org.text('ApexClass', beta.name)
    return inWords({
      deployment: made.filter(({ checkOnly }) => !checkOnly).length,
      validation: made.filter(({ checkOnly }) => checkOnly).length,
      'changed in the org': inOrg?.[beta.path] === beta.body(text),
      snapshot: (after?.lastSnapshotNumber ?? 0) - (before?.lastSnapshotNumber ?? 0),
      parity: after?.latestKnownParityCommitHashOutbound === head,
      'listed in the result': await isListed(world, flow, jobId),
    })
  }
}
