import { expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { ended, includeSpecs, submit } from '../testing/run-job.ts'
import { alpha } from '../testing/sample-metadata.ts'
import { submitOnboarding } from '../testing/submit-onboarding.ts'

const world = flowWorld()

/** Submits the initialization, and the job that ends the set-up after it, as the onboarding call does. */
async function submitBoth(ctx: Context, flow: FlowStack, choices: object = {}) {
  const template = { jobCommandName: 'InitializeStack', jobTemplate: { includeSpecs } } as const
  const initializeStackJobId = await submit(ctx, flow, template)
  const onboardingJobId = await submitOnboarding(ctx, flow, { initializeStackJobId, ...choices })
  return { initializeStackJobId, onboardingJobId }
}

test('the set-up is cancelled where the initialization fails', async () => {
  const flow = await world.connect()
  await flow.org.edit(alpha.edit())
  await flow.org.admin('POST', 'faults', {
    kind: 'retrieveFails',
    operation: 'retrieve',
    org: flow.org.id,
    times: 99,
  })
  const { initializeStackJobId, onboardingJobId } = await submitBoth(world.ctx, flow)
  expect((await ended(world.ctx, flow, initializeStackJobId)).outcome).toBe('Failed')
  expect(await ended(world.ctx, flow, onboardingJobId)).toMatchObject({
    outcome: 'Cancelled',
    error: { message: expect.stringContaining('depends on did not succeed') },
  })
})
