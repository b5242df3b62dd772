import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { lockTicket } from '../platform/database/schema/job-execution.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { until } from '../testing/test-jobs.ts'
import { type PausingCommands, pausingCommands } from './testing/crashing-commands.ts'
import { flowWorld } from './testing/flow-world.ts'
import { type InitializedStack, initializedStack } from './testing/initialized-stack.ts'
import { ended, jobOf, submit, unasked } from './testing/run-job.ts'
import { alpha, beta } from './testing/sample-metadata.ts'

const clock = createTestClock()
const world = flowWorld({ clock })
const minute = 60_000
let paused: PausingCommands | undefined
afterEach(() => paused?.release())

const flow = ({ flow: of }: InitializedStack, jobCommandName: 'FlowIn' | 'FlowOut') =>
  submit(world.ctx, of, { jobCommandName, jobTemplate: unasked(jobCommandName) })

/** Starts a flow in that is held while it retrieves, and a flow out that waits for the same environment. */
async function twoFlows() {
  const stack = await initializedStack(world, [alpha.edit(), beta.edit()])
  const { flow: of, clone } = stack
  await of.org.edit(alpha.edit('// in the org', 1))
  await clone.push({ [beta.file]: beta.body('// in Git') })
  paused = pausingCommands('retrieve.poll')
  await world.restart(paused.commands)
  const first = await flow(stack, 'FlowIn')
  await paused.reached
  const second = await flow(stack, 'FlowOut')
  await until(async () => (await jobOf(world.ctx, of, second)).lockWait !== null)
  return { stack, first, second }
}

test('a flow that waits for another one says so and begins when that one ends, and both succeed', async () => {
  const { stack, first, second } = await twoFlows()
  const { flow: of } = stack
  await until(async () => (await jobOf(world.ctx, of, second)).notices.length > 0)
  expect(await jobOf(world.ctx, of, second)).toMatchObject({
    status: 'Running',
    lockWait: { place: 1, jobs: [{ jobId: first, isHolder: true }] },
    notices: [
      {
        subject: 'EnvironmentsLockedDelay',
        body: { environmentNames: ['Production'], remainingTimeout: 60 },
      },
    ],
  })
  expect(await of.org.deployments()).toEqual([])
  paused?.release()
  const [brought, deployed] = [await ended(world.ctx, of, first), await ended(world.ctx, of, second)]
  expect([brought.error, deployed.error]).toEqual([null, null])
  expect(Date.parse(brought.endedUtc ?? '')).toBeLessThanOrEqual(Date.parse(deployed.endedUtc ?? ''))
  // The flow out starts from the result of the flow in: it deploys only the change that the org lacks.
  expect(await of.org.changes()).toEqual(['changed ApexClass Beta'])
})

test('a flow that waits longer than an hour is cancelled with its reason, and has changed nothing', async () => {
  const { stack, first, second } = await twoFlows()
  const { flow: of, clone } = stack
  clock.advance(59 * minute)
  expect(await jobOf(world.ctx, of, second)).toMatchObject({ status: 'Running' })
  clock.advance(2 * minute)
  expect(await ended(world.ctx, of, second)).toMatchObject({
    outcome: 'Cancelled',
    error: { message: expect.stringContaining('until the time to wait was over') },
    notices: [{ subject: 'EnvironmentsLockedDelay' }],
  })
  expect(await of.org.deployments()).toEqual([])
  const tickets = await world.ctx.database.asSystem((tx) =>
    tx.$count(lockTicket, eq(lockTicket.jobId, second)),
  )
  expect(tickets).toBe(0)
  paused?.release()
  expect((await ended(world.ctx, of, first)).error).toBeNull()
  await clone.pull()
  expect(await clone.read(alpha.file)).toBe(alpha.body('// in the org'))
  expect(await clone.read(beta.file)).toBe(beta.body('// in Git'))
})
