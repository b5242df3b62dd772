import { onboardingResult } from '@sluice/contract/job-commands/onboarding'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { environment } from '../../platform/database/schema/environments.ts'
import { artifact, job } from '../../platform/database/schema/jobs.ts'
import { crashingCommands } from '../testing/crashing-commands.ts'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { ended, includeSpecs, jobOf, outputOf, submit } from '../testing/run-job.ts'
import { alpha } from '../testing/sample-metadata.ts'
import { createGroup, createGroupOf, createSandbox, recordsOf } from '../testing/sandbox-environment.ts'
import { submitOnboarding } from '../testing/submit-onboarding.ts'

const world = flowWorld()

/** Submits the initialization, and the job that ends the set-up after it, as the onboarding call does. */
async function submitBoth(ctx: Context, flow: FlowStack, choices: object = {}) {
  const template = { jobCommandName: 'InitializeStack', jobTemplate: { includeSpecs } } as const
  const initializeStackJobId = await submit(ctx, flow, template)
  const onboardingJobId = await submitOnboarding(ctx, flow, { initializeStackJobId, ...choices })
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

const withSandboxes = { createSandboxEnvironments: true }
const resultOf = async (flow: FlowStack, jobId: string) =>
  onboardingResult.parse(await outputOf(world.ctx, flow, jobId))
const jobsOf = (flow: FlowStack) =>
  world.ctx.database.inWorkspace(flow.workspaceId, null, (tx) =>
    tx.select().from(job).where(eq(job.commandName, 'CreateEnvironment')),
  )

test('[W-019] [W-396] two Developer sandboxes are created where they were chosen, under names that are free, and once when a worker is lost', async () => {
  const flow = await world.connect()
  await flow.org.edit(alpha.edit())
  await createGroupOf(flow, 'Builders', flow.org.users[0]?.id ?? '')
  await createSandbox(flow, 'DEV1')
  const crashing = crashingCommands('submit environments.recorded')
  await world.restart(crashing.commands)
  const { onboardingJobId } = await submitBoth(world.ctx, flow, withSandboxes)
  await crashing.reached
  await world.restart()
  expect((await ended(world.ctx, flow, onboardingJobId)).error).toBeNull()
  expect(await resultOf(flow, onboardingJobId)).toMatchObject({
    environmentNames: ['dev2', 'dev3'],
    sandboxRefusal: null,
  })
  for (const { id } of await jobsOf(flow)) expect((await ended(world.ctx, flow, id)).error).toBeNull()
  const made = await recordsOf(flow, 'SELECT SandboxName, LicenseType FROM SandboxInfo')
  const licenses = made.map(({ SandboxName, LicenseType }) => [
    String(SandboxName).toLowerCase(),
    String(LicenseType).toUpperCase(),
  ])
  expect(Object.fromEntries(licenses)).toEqual({
    dev1: 'DEVELOPER',
    dev2: 'DEVELOPER',
    dev3: 'DEVELOPER',
  })
  const environments = await world.ctx.database.inWorkspace(flow.workspaceId, null, (tx) =>
    tx.select().from(environment).where(eq(environment.isProduction, false)),
  )
  const state = environments.map((one) => `${one.name} ${one.gitBranchName} ${one.isInitialized}`)
  expect(state.toSorted()).toEqual(['dev2 env/dev2 true', 'dev3 env/dev3 true'])
})

test('the set-up succeeds without sandboxes and says why where their user is in no public group', async () => {
  const flow = await world.connect()
  await flow.org.edit(alpha.edit())
  await createGroup(flow, 'Others')
  const { onboardingJobId } = await submitBoth(world.ctx, flow, withSandboxes)
  expect((await ended(world.ctx, flow, onboardingJobId)).outcome).toBe('Succeeded')
  expect(await resultOf(flow, onboardingJobId)).toMatchObject({
    environmentNames: [],
    sandboxRefusal: expect.stringContaining('public group'),
  })
  expect(await jobsOf(flow)).toEqual([])
})
