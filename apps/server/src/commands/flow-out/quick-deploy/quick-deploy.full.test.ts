import type { FlowOutValidation } from '@sluice/contract/job-commands/quick-deploy'
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { environment } from '../../../platform/database/schema/environments.ts'
import { artifact } from '../../../platform/database/schema/jobs.ts'
import { crashingCommands } from '../../testing/crashing-commands.ts'
import { type FlowStack, flowWorld } from '../../testing/flow-world.ts'
import { initializedStack } from '../../testing/initialized-stack.ts'
import { passingTest } from '../../testing/passing-test.ts'
import { ended, environmentOf, flowOutAll, outputOf, submitQuickDeploy } from '../../testing/run-job.ts'
import { alpha, beta, car } from '../../testing/sample-metadata.ts'
import { undeployedRows } from '../../testing/undeployed-rows.ts'

const world = flowWorld()

const changed = { [alpha.file]: alpha.body('// in Git') }

/** A check-only flow out of these files that ran tests and succeeded. */
async function checked(files: Record<string, string> = changed, settings: Record<string, unknown> = {}) {
  const edits = [alpha.edit(), beta.edit(), car.edit(), passingTest]
  const { flow, clone } = await initializedStack(world, edits)
  const head = await clone.push(files)
  const given = { checkOnly: true, testLevel: 'RunLocalTests', ...settings }
  const { job, output } = await flowOutAll(world.ctx, flow, given)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  return { flow, clone, head, jobId: job.id, output }
}

type Checked = Awaited<ReturnType<typeof checked>>

async function deployNow({ flow, jobId: validatedJobId }: Checked) {
  const jobId = await submitQuickDeploy(world.ctx, flow, validatedJobId)
  const job = await ended(world.ctx, flow, jobId)
  return { job, output: await outputOf(world.ctx, flow, jobId) }
}

const deployed = async (flow: FlowStack) =>
  (await flow.org.deployments()).filter(({ checkOnly }) => !checkOnly).length

const inOrg = async (flow: FlowStack, one: typeof alpha) =>
  (await flow.org.text('ApexClass', one.name))?.[one.path]

const outputOfJob = (jobId: string) => and(eq(artifact.jobId, jobId), eq(artifact.type, 'Output'))

/** Changes what the result of the check says about its validation. */
async function edit({ flow, jobId }: Checked, changes: Partial<FlowOutValidation>): Promise<void> {
  const { ctx } = world
  const output = await outputOf(ctx, flow, jobId)
  const text = JSON.stringify({ ...output, validation: { ...output.validation, ...changes } })
  const file = await ctx.artifacts.store(flow.workspaceId, text)
  await ctx.database.asSystem((tx) => tx.update(artifact).set(file).where(outputOfJob(jobId)))
}

describe('the deployment of what a check-only flow out validated', () => {
  test('brings it into the org without its tests, and leaves the state that a flow out leaves', async () => {
    const check = await checked()
    const { flow, head } = check
    expect(await inOrg(flow, alpha)).toBe(alpha.body('// first'))
    const { job, output } = await deployNow(check)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await inOrg(flow, alpha)).toBe(alpha.body('// in Git'))
    expect(await deployed(flow)).toBe(1)
    expect(output.attempts).toMatchObject([{ isValidation: false, isSuccessful: true, apexTestRun: null }])
    expect(output.successes?.map((one) => [one.componentName, one.componentId !== null])).toEqual([
      ['Alpha', true],
    ])
    expect(output.validation).toBeNull()
    expect(await environmentOf(world.ctx, flow)).toMatchObject({
      latestKnownParityCommitHash: head,
      latestKnownParityCommitHashOutbound: head,
      lastSnapshotNumber: 2,
    })
    const { job: next, output: nothing } = await flowOutAll(world.ctx, flow)
    expect(next.error).toBeNull()
    expect(nothing.diffResult?.diffCounts.anyChanges).toBe(false)
  })

  test('by a comparison with the org does the same', async () => {
    const check = await checked(changed, { diffMode: 'Org' })
    expect((await deployNow(check)).job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await inOrg(check.flow, alpha)).toBe(alpha.body('// in Git'))
  })

  test('leaves out what failed in the check, and remembers it with what Salesforce said', async () => {
    const check = await checked({ ...changed, [beta.file]: beta.body('void broken( {') })
    const { job, output } = await deployNow(check)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    const { flow } = check
    expect(await inOrg(flow, alpha)).toBe(alpha.body('// in Git'))
    expect(await inOrg(flow, beta)).toBe(beta.body('// first'))
    const said = check.output.failures?.[0]?.problems
    expect(said).toHaveLength(1)
    expect(output.failures).toMatchObject([{ componentName: 'Beta', problems: said, isNew: true }])
    expect(await undeployedRows(world.ctx, flow)).toMatchObject([{ componentName: 'Beta', problems: said }])
  })

  test('that fails in the org is not tried again with less', async () => {
    const check = await checked()
    const { flow } = check
    await flow.org.admin('POST', 'faults', { kind: 'lockRow', operation: 'deploy', times: 5 })
    const { job, output } = await deployNow(check)
    await flow.org.admin('DELETE', 'faults')
    expect(job.outcome).toBe('Failed')
    expect(output.lastAttemptFailed).toBe(true)
    expect(await deployed(flow)).toBe(1)
  })
})

interface Refusal {
  readonly name: string
  readonly files?: Record<string, string>
  readonly settings?: Record<string, unknown>
  /** What happens between the check and the deployment. */
  readonly meanwhile: (check: Checked) => Promise<unknown>
  readonly reason: string
}

const day = 24 * 60 * 60 * 1000
const editAlpha = ({ flow }: Checked) => flow.org.edit(alpha.edit('// by an admin', 1))

const refusals: readonly Refusal[] = [
  {
    name: 'the branch has moved',
    meanwhile: ({ clone }) => clone.push({ [beta.file]: beta.body('// in Git') }),
    reason: 'The branch has moved since the check. Nothing was deployed.',
  },
  {
    name: 'another flow has recorded a state',
    meanwhile: ({ flow }) => flowOutAll(world.ctx, flow),
    reason: 'Another flow has recorded a new state of the environment since the check. Nothing was deployed.',
  },
  {
    name: 'a deployment is in doubt',
    meanwhile: ({ flow }) =>
      world.ctx.database.asSystem((tx) =>
        tx.update(environment).set({ needsFullRetrieve: true }).where(eq(environment.stackId, flow.stackId)),
      ),
    reason: 'It is not known whether the last deployment took place. Nothing was deployed.',
  },
  {
    name: 'a component was changed in the org',
    meanwhile: editAlpha,
    reason:
      'Components that this flow out would deploy were changed in the org since the check. Nothing was deployed.',
  },
  {
    name: 'a component was changed in the org whose changes the check would have overwritten',
    settings: { clobberStrategy: 'Accept' },
    meanwhile: editAlpha,
    reason:
      'Components that this flow out would deploy were changed in the org since the check. Nothing was deployed.',
  },
  {
    name: 'ten days are over',
    meanwhile: (check) => edit(check, { completedUtc: new Date(Date.now() - 10 * day).toISOString() }),
    reason: 'Salesforce deploys a validation for 10 days, and these are over. Nothing was deployed.',
  },
  {
    name: 'the delta has other components',
    meanwhile: (check) => edit(check, { deltaHash: 'another' }),
    reason: 'Branch and org differ in other components than at the check. Nothing was deployed.',
  },
  {
    name: 'the delta is found in another way',
    meanwhile: (check) => edit(check, { isByHistory: false }),
    reason: 'Branch and org differ in other components than at the check. Nothing was deployed.',
  },
  {
    name: 'no tests ran',
    files: { [car.file]: car.text({ Color__c: 30 }) },
    settings: { testLevel: null },
    meanwhile: async () => undefined,
    reason: 'Salesforce ran no tests in the check-only flow out. Nothing was deployed.',
  },
  {
    name: 'the result of the check is gone',
    meanwhile: ({ jobId }) =>
      world.ctx.database.asSystem((tx) => tx.delete(artifact).where(outputOfJob(jobId))),
    reason: 'The result of the check-only flow out no longer exists. Nothing was deployed.',
  },
  {
    name: 'Salesforce no longer takes the validation',
    meanwhile: ({ flow }) => flow.org.admin('PATCH', 'settings', { expireValidations: true }),
    reason: 'Nothing was deployed. INVALID_ID_FIELD: The validation has expired: it is older than ten days',
  },
]

describe('the deployment of a validation is refused with the reason', () => {
  test.each(refusals)('$name', async ({ files, settings, meanwhile, reason }) => {
    const check = await checked(files, settings)
    const { flow } = check
    await meanwhile(check)
    const before = { environment: await environmentOf(world.ctx, flow), deployed: await deployed(flow) }
    const { job } = await deployNow(check)
    const details = 'Start a flow out: it compares branch and org anew and lets Salesforce run the tests.'
    expect(job).toMatchObject({ outcome: 'Failed', error: { message: reason, details } })
    expect({ environment: await environmentOf(world.ctx, flow), deployed: await deployed(flow) }).toEqual(
      before,
    )
  })
})

/** Runs the deployment on a worker that stops dead at the point, and ends it on another. */
async function lostAt({ flow, jobId: validatedJobId }: Checked, point: string, meanwhile = async () => {}) {
  const crashing = crashingCommands(point)
  await world.restart(crashing.commands)
  const jobId = await submitQuickDeploy(world.ctx, flow, validatedJobId)
  await crashing.reached
  await meanwhile()
  await world.restart()
  return await ended(world.ctx, flow, jobId)
}

describe('the deployment of a validation in trouble', () => {
  test.each(['lostReply', 'lostRequest'])('is posted once where the org has %s', async (kind) => {
    const check = await checked()
    await check.flow.org.admin('POST', 'faults', { kind, operation: 'deploy' })
    const { job } = await deployNow(check)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await deployed(check.flow)).toBe(1)
    expect(await inOrg(check.flow, alpha)).toBe(alpha.body('// in Git'))
  })

  test.each(['Auto', 'Accept'])(
    'is not posted after a change in the org behind the check of the job, with strategy %s',
    async (clobberStrategy) => {
      const check = await checked(changed, { clobberStrategy })
      const { flow } = check
      const job = await lostAt(check, 'check clobber 1.recorded', () => editAlpha(check))
      expect(job).toMatchObject({
        outcome: 'Failed',
        error: { message: expect.stringContaining('while the job ran. Nothing was deployed.') },
      })
      expect(await deployed(flow)).toBe(0)
    },
  )

  test.each(['load validation.done', 'deploy.upload', 'deploy.post', 'deploy 1.done', 'parity.recorded'])(
    'whose worker is lost at %s is made once and recorded once',
    async (point) => {
      const check = await checked()
      const { flow, head } = check
      const job = await lostAt(check, point)
      expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
      expect(await deployed(flow)).toBe(1)
      expect(await inOrg(flow, alpha)).toBe(alpha.body('// in Git'))
      expect(await environmentOf(world.ctx, flow)).toMatchObject({
        latestKnownParityCommitHashOutbound: head,
        lastSnapshotNumber: 2,
      })
    },
  )
})
