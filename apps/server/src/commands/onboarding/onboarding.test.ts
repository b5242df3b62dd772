import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { insertJob } from '../../jobs/job-store.ts'
import { artifact } from '../../platform/database/schema/jobs.ts'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { ended, includeSpecs, jobOf, submit } from '../testing/run-job.ts'
import { alpha } from '../testing/sample-metadata.ts'

const world = flowWorld()

/** Submits the initialization, and the job that ends the set-up after it, as the onboarding call does. */
async function submitBoth(ctx: Context, flow: FlowStack) {
  const { workspaceId, stackId, userId } = flow
  const template = { jobCommandName: 'InitializeStack', jobTemplate: { includeSpecs } } as const
  const initializeStackJobId = await submit(ctx, flow, template)
  const onboardingJobId = await ctx.database.inWorkspace(workspaceId, userId, async (tx) => {
    const jobId = await insertJob(tx, {
      workspaceId,
      stackId,
      commandName: 'Onboarding',
      commandInput: { initializeStackJobId },
      isCheckOnly: false,
      createdByUserId: userId,
      schedule: null,
      environments: [],
      dependsOnJobIds: [initializeStackJobId],
    })
    await ctx.jobs.enqueue(tx, { jobId, workspaceId })
    return jobId
  })
  return { initializeStackJobId, onboardingJobId }
}

test('the set-up waits for the initialization, and then says that the stack can be used', async () => {
  const flow = await world.connect()
  await flow.org.edit(alpha.edit())
  const { initializeStackJobId, onboardingJobId } = await submitBoth(world.ctx, flow)
  expect(await jobOf(world.ctx, flow, onboardingJobId)).toMatchObject({
    status: 'Pending',
    dependencies: [{ dependsOnJobId: initializeStackJobId }],
  })
  const [initialized, done] = [
    await ended(world.ctx, flow, initializeStackJobId),
    await ended(world.ctx, flow, onboardingJobId),
  ]
  expect([initialized.outcome, done.outcome]).toEqual(['Succeeded', 'Succeeded'])
  expect(Date.parse(done.startedUtc ?? '')).toBeGreaterThanOrEqual(Date.parse(initialized.endedUtc ?? ''))
  const [output] = await world.ctx.database.asSystem((tx) =>
    tx.select().from(artifact).where(eq(artifact.jobId, onboardingJobId)),
  )
  expect(output).toMatchObject({ type: 'Output', workspaceId: flow.workspaceId })
})

test('the set-up is cancelled where the initialization fails', async () => {
  const flow = await world.connect()
  await flow.org.edit(alpha.edit())
  await flow.org.admin('POST', 'faults', { kind: 'retrieveFails', operation: 'retrieve', times: 99 })
  const { initializeStackJobId, onboardingJobId } = await submitBoth(world.ctx, flow)
  expect((await ended(world.ctx, flow, initializeStackJobId)).outcome).toBe('Failed')
  expect(await ended(world.ctx, flow, onboardingJobId)).toMatchObject({
    outcome: 'Cancelled',
    error: { message: expect.stringContaining('depends on did not succeed') },
  })
})
