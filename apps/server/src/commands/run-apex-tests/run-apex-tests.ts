import { type RunApexTestsResult, runApexTestsInput } from '@sluice/contract/job-commands/run-apex-tests'
import { insertQueuedTestRun } from '../../apex-test-runs/apex-test-run-store.ts'
import { viewApexTestRun } from '../../apex-test-runs/apex-test-run-views.ts'
import type { Context } from '../../context.ts'
import type { CommandJob, CommandResult } from '../../durable/job-command.ts'
import type { Run } from '../../durable/run.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { checkOrg } from '../../steps/org/check-org.ts'
import { loadFlowTarget } from '../../steps/session/flow-target.ts'
import { openJobSession } from '../../steps/begin/open-job-session.ts'
import { followTests } from './follow-tests.ts'
import { keepTestReport } from './keep-test-report.ts'
import { startTests } from './start-tests.ts'

/**
 * Runs Apex tests in the org of an environment and stores their results. Takes no lock, because tests change neither the org nor
 * the branch. The job succeeds when the run has ended by itself, also when tests failed: the run says which (decision 16).
 */
export async function runApexTests(ctx: Context, run: Run, job: CommandJob): Promise<CommandResult> {
  const input = runApexTestsInput.parse(job.commandInput)
  const target = await run.step('load', () => loadFlowTarget(ctx, job, input.environmentId))
  const { environment } = target
  if (!environment.isInitialized) throw new JobFailure('The environment is not initialized.')
  const session = openJobSession(ctx, run, target)
  const org = await run.step('check org', () => checkOrg(session, environment))
  const testing = { session, environment, org, input }
  const testRunId = await startTests(testing)
  // From here on the org runs the tests: the run is stored and told of, whatever becomes of the job.
  const apexTestRunId = await run.transaction('test run', (tx) =>
    insertQueuedTestRun(tx, {
      workspaceId: job.workspaceId,
      stackId: job.stackId,
      jobId: job.id,
      environmentId: environment.id,
      createdByUserId: job.createdByUserId,
      testRunId,
    }),
  )
  await run.notice('TestRunCreated', { jobId: testRunId, instanceUrl: org.instanceUrl })
  const status = await followTests({ ...testing, testRunId, apexTestRunId })
  await run.throwIfCancelled()
  if (status === 'Aborted') throw new JobFailure('The test run was aborted in Salesforce.')
  await keepTestReport(session, apexTestRunId)
  const output: RunApexTestsResult = { apexTestRunId }
  const ended = await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
    viewApexTestRun(tx, job.workspaceId, apexTestRunId),
  )
  const hasFailedTests = (ended?.methodsFailed ?? 0) > 0
  return { outcome: 'Succeeded', output, summary: { changed: 0, names: [], leftOut: 0, hasFailedTests } }
}
