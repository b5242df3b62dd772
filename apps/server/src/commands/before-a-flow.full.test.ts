import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { environment } from '../platform/database/schema/environments.ts'
import { crashingCommands } from './testing/crashing-commands.ts'
import { flowWorld } from './testing/flow-world.ts'
import { ended, initialize, jobOf, submit, unasked } from './testing/run-job.ts'
import { alpha } from './testing/sample-metadata.ts'

const world = flowWorld()

async function initialized() {
  const flow = await world.connect()
  await flow.org.edit(alpha.edit())
  await initialize(world.ctx, flow)
  return flow
}

describe('before a flow begins', () => {
  test.each(['FlowIn', 'FlowOut'] as const)(
    '%s of an environment that is no longer initialized fails',
    async (jobCommandName) => {
      const flow = await initialized()
      const crashing = crashingCommands('load.done')
      await world.restart(crashing.commands)
      const jobId = await submit(world.ctx, flow, { jobCommandName, jobTemplate: unasked(jobCommandName) })
      await crashing.reached
      await world.ctx.database.inWorkspace(flow.workspaceId, null, (tx) =>
        tx.update(environment).set({ isInitialized: false }).where(eq(environment.stackId, flow.stackId)),
      )
      await world.restart()
      expect(await ended(world.ctx, flow, jobId)).toMatchObject({
        outcome: 'Failed',
        error: { message: 'The environment is not initialized.' },
      })
    },
  )

  test.each(['FlowIn', 'FlowOut'] as const)(
    '%s waits until another flow has released its environment',
    async (jobCommandName) => {
      const flow = await initialized()
      await flow.org.admin('POST', 'faults', { kind: 'hold', operation: 'retrieve' })
      const first = await submit(world.ctx, flow, {
        jobCommandName: 'FlowIn',
        jobTemplate: unasked('FlowIn'),
      })
      while ((await jobOf(world.ctx, flow, first)).status !== 'Running') await wait(50)
      const second = await submit(world.ctx, flow, { jobCommandName, jobTemplate: unasked(jobCommandName) })
      await expect
        .poll(async () => (await jobOf(world.ctx, flow, second)).notices)
        .toMatchObject([{ subject: 'EnvironmentsLockedDelay' }])
      expect((await jobOf(world.ctx, flow, first)).status).toBe('Running')
      await flow.org.admin('DELETE', 'faults')
      expect((await ended(world.ctx, flow, first)).outcome).toBe('Succeeded')
      expect((await ended(world.ctx, flow, second)).outcome).toBe('Succeeded')
    },
  )
})
