import { environmentOf, everything } from '../run-job.ts'
import { beta } from '../sample-metadata.ts'
import type { CrashRow } from './crash-row.ts'
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
      const before = await environmentOf(world.ctx, flow)
      const deployed = (await flow.org.deployments()).length
      const head = await clone.push({ [beta.file]: beta.body(text) })
      const left = async (jobId: string) => {
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
      return { flow, jobTemplate: { environmentFilter: everything, ...settings }, left }
    },
  }
}
