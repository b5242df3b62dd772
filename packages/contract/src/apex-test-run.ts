import { z } from 'zod'
import { entityId, utc } from './fields.ts'
import { route } from './route.ts'
import { statusScale, type DisplayStatus } from './status-scale.ts'

/** One method's result; `duration` is in milliseconds. */
export const apexTestResult = z.object({
  id: entityId,
  apexClassId: z.string(),
  apexClassNamespace: z.string().nullable(),
  apexClassName: z.string(),
  methodName: z.string(),
  outcome: z.enum(['Pass', 'Fail', 'CompileFail', 'Skip']),
  isFailed: z.boolean(),
  message: z.string().nullable(),
  stackTrace: z.string().nullable(),
  duration: z.number().nullable(),
})
export type ApexTestResult = z.infer<typeof apexTestResult>

/** How many lines of a class or trigger the tests of the org reached when the run ended. */
export const apexClassCoverage = z.object({
  name: z.string(),
  isTrigger: z.boolean(),
  linesCovered: z.number(),
  linesUncovered: z.number(),
  /** The numbers of the lines that no test reached, ascending; null in runs that an earlier release stored. */
  uncoveredLines: z.array(z.number().int()).nullable(),
})
export type ApexClassCoverage = z.infer<typeof apexClassCoverage>

/** A run of Apex tests; the push channel carries it without results. */
export const apexTestRun = z.object({
  id: entityId,
  workspaceId: entityId,
  stackId: entityId,
  jobId: entityId,
  environmentId: entityId,
  /** Salesforce's ids: of the deployment that ran the tests, or of the test run itself. */
  deploymentId: z.string().nullable(),
  testRunId: z.string().nullable(),
  status: z.enum(['Queued', 'Preparing', 'Processing', 'Aborted', 'Completed', 'Failed']),
  /** Whether Salesforce will change nothing more about the run. */
  statusIsFinal: z.boolean(),
  displayStatus: z.enum(statusScale),
  methodsEnqueued: z.number(),
  methodsCompleted: z.number(),
  methodsPassed: z.number(),
  methodsFailed: z.number(),
  methodsSkipped: z.number(),
  createdUtc: utc,
  createdByUserId: entityId.nullable(),
  startedUtc: utc.nullable(),
  duration: z.number().nullable(),
  testResults: z.array(apexTestResult).nullable(),
  /** Null like the results, and when the run measured no coverage. */
  coverage: z.array(apexClassCoverage).nullable(),
})
export type ApexTestRun = z.infer<typeof apexTestRun>

/** How a method went in the last runs of an environment. Runs that skipped it do not count. */
export const apexMethodHistory = z.object({
  apexClassNamespace: z.string().nullable(),
  apexClassName: z.string(),
  methodName: z.string(),
  runs: z.number().int(),
  failures: z.number().int(),
  /** How often it passed after it had failed, or failed after it had passed. */
  changes: z.number().int(),
  /** In milliseconds; null where no run told its duration. */
  medianDuration: z.number().nullable(),
})
export type ApexMethodHistory = z.infer<typeof apexMethodHistory>

/** The history of an environment covers at most this many of its latest ended runs. */
export const runsOfHistory = 30
/** A method is flaky when its outcome changed at least this often between passing and failing in the history. */
export const changesOfFlaky = 2

/** Results of the latest ended runs of an environment, aggregated. */
export const apexTestHistory = z.object({
  runs: z.number().int(),
  /** Of the runs that measured coverage, the oldest first. */
  coverage: z.array(
    z.object({
      apexTestRunId: entityId,
      createdUtc: utc,
      linesCovered: z.number(),
      linesUncovered: z.number(),
    }),
  ),
  /** By median duration, the slowest first; ten at most. */
  slowestMethods: z.array(apexMethodHistory),
  /** By the number of changes; ten at most. */
  flakyMethods: z.array(apexMethodHistory),
})
export type ApexTestHistory = z.infer<typeof apexTestHistory>

/** Whether Salesforce will change nothing more about the run. */
export const isFinal = ({ status }: Pick<ApexTestRun, 'status'>): boolean =>
  status === 'Completed' || status === 'Failed' || status === 'Aborted'

/** Where a run stands on the status scale. */
export function apexTestRunDisplayStatus(run: Pick<ApexTestRun, 'status' | 'methodsFailed'>): DisplayStatus {
  const hasFailed = run.methodsFailed > 0
  switch (run.status) {
    case 'Queued':
    case 'Preparing':
      return 'Pending'
    case 'Processing':
      return hasFailed ? 'Failing' : 'Running'
    case 'Aborted':
      return 'Cancelled'
    case 'Completed':
      return hasFailed ? 'Failed' : 'Succeeded'
    case 'Failed':
      return 'Failed'
    default:
      return 'Unknown'
  }
}

/** The calls about test runs. The list of test runs has no call: the push channel sends it, without results. */
export const apexTestRuns = {
  get: route({
    method: 'GET',
    path: '/workspaces/:workspaceId/stacks/:stackId/test-runs/:apexTestRunId',
    summary: 'One run of Apex tests with its results and its coverage',
    access: 'readWorkspace',
    response: apexTestRun,
    problems: [],
    rate: 'read',
  }),
  getHistory: route({
    method: 'GET',
    path: '/workspaces/:workspaceId/stacks/:stackId/environments/:environmentId/test-history',
    summary: 'Coverage, slowest methods and flaky methods of the last ended test runs of an environment',
    access: 'readWorkspace',
    response: apexTestHistory,
    problems: ['entityNotFound'],
    rate: 'read',
  }),
}
