import { apexTestRun as apexTestRunSchema } from '@sluice/contract/apex-test-run'
import { runApexTestsResult } from '@sluice/contract/job-commands/run-apex-tests'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { viewApexTestRun } from '../../apex-test-runs/apex-test-run-views.ts'
import { apexTestRun } from '../../platform/database/schema/apex-test-runs.ts'
import { artifact, job as jobTable } from '../../platform/database/schema/jobs.ts'
import { newId } from '../../platform/ids.ts'
import { until } from '../../testing/test-jobs.ts'
import { flowWorld } from '../testing/flow-world.ts'
import type { InitializedStack } from '../testing/initialized-stack.ts'
import { runsInOrg, stackWithTests, storedRuns } from '../testing/org-tests.ts'
import { cancelJob, ended, environmentOf, everything, outputOf, submit } from '../testing/run-job.ts'
import { recordsOf } from '../testing/sandbox-environment.ts'
import { mayBeOf } from './find-test-run.ts'

const world = flowWorld()
let stack: InitializedStack
beforeAll(async () => {
  stack = await stackWithTests(world)
})

const submitTests = (settings: object = {}) =>
  submit(world.ctx, stack.flow, {
    jobCommandName: 'RunApexTests',
    jobTemplate: { environmentFilter: everything, ...settings },
  })
const endOf = (jobId: string) => ended(world.ctx, stack.flow, jobId)
const runsTests = async (settings: object = {}) => endOf(await submitTests(settings))
const fault = async (kind: object) => {
  const { id } = await stack.flow.org.admin<{ id: string }>('POST', 'faults', {
    org: stack.flow.org.id,
    operation: 'runTests',
    ...kind,
  })
  return async () => stack.flow.org.admin('DELETE', `faults/${id}`)
}

async function shownRun(jobId: string) {
  const [stored] = await storedRuns(world, jobId)
  const { workspaceId } = stack.flow
  const run = await world.ctx.database.inWorkspace(workspaceId, null, (tx) =>
    viewApexTestRun(tx, workspaceId, stored?.id ?? ''),
  )
  return apexTestRunSchema.parse(run)
}

async function artifactsOf(jobId: string) {
  const rows = await world.ctx.database.asSystem((tx) =>
    tx.select().from(artifact).where(eq(artifact.jobId, jobId)),
  )
  return rows
}

describe('RunApexTests', () => {
  test('[W-015] [J-220] [J-156] runs the local tests in the org of the environment and stores the run with a result of each method', async () => {
    const before = await runsInOrg(stack.flow)
    const job = await runsTests()
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    const inOrg = (await runsInOrg(stack.flow)).find(({ id }) => before.every((one) => one.id !== id))
    expect(inOrg?.classes).toEqual(['ATest', 'BTest', 'CTest'])
    const run = await shownRun(job.id)
    expect(run).toMatchObject({
      jobId: job.id,
      environmentId: job.mainEnvironmentId,
      deploymentId: null,
      testRunId: inOrg?.id,
      status: 'Failed',
      statusIsFinal: true,
      displayStatus: 'Failed',
      methodsEnqueued: 4,
      methodsCompleted: 4,
      methodsPassed: 3,
      methodsFailed: 1,
      methodsSkipped: 0,
      createdByUserId: stack.flow.userId,
    })
    expect(Date.parse(run.createdUtc)).toBeGreaterThan(0)
    expect(Date.parse(run.startedUtc ?? '')).toBeGreaterThan(0)
    expect(run.duration).toBe(run.testResults?.reduce((sum, { duration }) => sum + (duration ?? 0), 0))
    const classes = await recordsOf(stack.flow, "SELECT Id FROM ApexClass WHERE Name = 'BTest'")
    expect(run.testResults?.map(({ id: _id, ...result }) => result)[1]).toEqual({
      apexClassId: classes[0]?.['Id'],
      apexClassNamespace: null,
      apexClassName: 'BTest',
      methodName: 'failsAlways',
      outcome: 'Fail',
      isFailed: true,
      message: 'System.AssertException: Assertion Failed',
      stackTrace: expect.stringMatching(/^Class\.BTest\.failsAlways: line \d+, column 1$/),
      duration: expect.any(Number),
    })
    expect(run.testResults?.map(({ methodName, outcome }) => `${methodName} ${outcome}`)).toEqual([
      'works Pass',
      'failsAlways Fail',
      'worksToo Pass',
      'worksAsWell Pass',
    ])
    expect(runApexTestsResult.parse(await outputOf(world.ctx, stack.flow, job.id))).toEqual({
      apexTestRunId: run.id,
    })
    expect(job.notices).toMatchObject([
      { subject: 'TestRunCreated', body: { jobId: inOrg?.id, instanceUrl: expect.stringMatching(/^http/) } },
    ])
  })

  test('[J-030] tests in a production org run on their own, without any deployment or validation', async () => {
    const environment = await environmentOf(world.ctx, stack.flow)
    expect(environment?.isProduction).toBe(true)
    const runs = await runsInOrg(stack.flow)
    const deployments = await stack.flow.org.deployments()
    expect(await runsTests()).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await runsInOrg(stack.flow)).toHaveLength(runs.length + 1)
    expect(await stack.flow.org.deployments()).toEqual(deployments)
  })

  test.for([
    ['Queued', 0, false, 'Pending'],
    ['Preparing', 0, false, 'Pending'],
    ['Processing', 0, false, 'Running'],
    ['Processing', 1, false, 'Failing'],
    ['Aborted', 1, true, 'Cancelled'],
    ['Completed', 0, true, 'Succeeded'],
    ['Completed', 1, true, 'Failed'],
    ['Failed', 0, true, 'Failed'],
  ] as const)(
    '[J-253] [J-254] [J-255] a run that is %s with %i failed methods is final: %s, and shown as %s',
    async ([status, methodsFailed, statusIsFinal, displayStatus]) => {
      const { workspaceId, stackId } = stack.flow
      const run = { id: newId(), workspaceId, stackId, environmentId: newId() }
      const [job] = await world.ctx.database.asSystem((tx) =>
        tx.select({ id: jobTable.id }).from(jobTable).where(eq(jobTable.stackId, stackId)).limit(1),
      )
      await world.ctx.database.asSystem((tx) =>
        tx.insert(apexTestRun).values({ ...run, jobId: job?.id ?? '', status, methodsFailed }),
      )
      const shown = await world.ctx.database.inWorkspace(workspaceId, null, (tx) =>
        viewApexTestRun(tx, workspaceId, run.id),
      )
      expect(apexTestRunSchema.parse(shown)).toMatchObject({ status, statusIsFinal, displayStatus })
    },
  )

  test('stores the coverage of each class and trigger with the lines that no test reached, and none when it is not measured', async () => {
    const run = await shownRun((await runsTests({ classNames: ['ATest'] })).id)
    expect(run.coverage?.map(({ name }) => name)).toContain('Alpha')
    expect(run.coverage?.every((one) => one.linesCovered + one.linesUncovered > 0)).toBe(true)
    expect(run.coverage?.find(({ name }) => name === 'Alpha')).toMatchObject({
      isTrigger: false,
      uncoveredLines: [],
    })
    const trigger = run.coverage?.find(({ name }) => name === 'OnAccount')
    expect(trigger).toMatchObject({ isTrigger: true, linesCovered: 0 })
    expect(trigger?.uncoveredLines).toContain(2)
    expect(trigger?.uncoveredLines).toHaveLength(trigger?.linesUncovered ?? -1)
    const without = await shownRun((await runsTests({ noCodeCoverage: true })).id)
    expect(without.coverage).toBeNull()
  })

  test('keeps a JUnit report of the results', async () => {
    const job = await runsTests({ classNames: ['BTest'] })
    const report = (await artifactsOf(job.id)).find(({ type }) => type === 'JUnitTestResults')
    const text = (await world.ctx.artifacts.read(report?.fileKey ?? '')).toString('utf8')
    expect(text).toContain('<testsuite name="BTest" tests="2" failures="1" errors="0" skipped="0"')
    expect(text).toContain(
      '<failure message="System.AssertException: Assertion Failed">Class.BTest.failsAlways',
    )
  })

  test('a refusal of the org ends the job with what the org says, and stores no run', async () => {
    const job = await runsTests({ classNames: ['NoSuchTest'] })
    expect(job.error?.message).toMatch(/^Salesforce did not start the tests\. .*NoSuchTest/)
    expect(await storedRuns(world, job.id)).toEqual([])
  })

  test('shows a run that goes on, and a cancellation aborts it in the org', async () => {
    const release = await fault({ kind: 'hold' })
    onTestFinished(async () => void (await release()))
    const jobId = await submitTests()
    await until(async () => (await storedRuns(world, jobId))[0]?.status === 'Processing')
    expect(await shownRun(jobId)).toMatchObject({
      statusIsFinal: false,
      displayStatus: 'Running',
      methodsEnqueued: 4,
      methodsCompleted: 0,
    })
    await cancelJob(world.ctx, stack.flow, jobId)
    const job = await endOf(jobId)
    expect(job.outcome).toBe('Cancelled')
    const run = await shownRun(jobId)
    expect(run).toMatchObject({ status: 'Aborted', displayStatus: 'Cancelled', statusIsFinal: true })
    const inOrg = (await runsInOrg(stack.flow)).find(({ id }) => id === run.testRunId)
    expect(inOrg?.status).toBe('Aborted')
  })

  test('a start whose answer is lost is found among the runs of the org and not repeated', async () => {
    const before = (await runsInOrg(stack.flow)).length
    await fault({ kind: 'lostReply', times: 1 })
    const job = await runsTests({ classNames: ['ATest'] })
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect((await runsInOrg(stack.flow)).length).toBe(before + 1)
  })
})

describe('a run that may be the one that was asked for', () => {
  const request = { testLevel: 'RunSpecifiedTests', maxFailedTests: null, skipCodeCoverage: false } as const
  test.for([
    [['ATest'], [], ['atest'], true],
    [['ATest'], [], ['ATest', 'BTest'], false],
    [['ATest'], [], ['BTest'], false],
    [['ATest'], ['Smoke'], ['ATest', 'BTest'], true],
    [['ATest'], ['Smoke'], ['BTest'], false],
    [[], ['Smoke'], ['BTest'], true],
  ] as const)(
    'classes %s and suites %s asked for, classes %s run: %s',
    ([classNames, suiteNames, ran, expected]) => {
      expect(mayBeOf({ ...request, classNames, suiteNames }, ran)).toBe(expected)
    },
  )
})
