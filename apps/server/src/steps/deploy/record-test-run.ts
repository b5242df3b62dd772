import { insertDeployedTestRun } from '../../apex-test-runs/apex-test-run-store.ts'
import type { DeployOutcome } from './await-deployment.ts'
import type { FlowOut } from './flow-out-diff.ts'

/** Stores the tests that ran inside the deployment of an attempt as an Apex test run of the job. */
export async function recordTestRun(
  { session, environment, org }: FlowOut,
  attempt: number,
  outcome: DeployOutcome,
): Promise<void> {
  const { run, job, stack } = session
  if (outcome.tests.length === 0) return
  await run.notice('TestRunCreated', { jobId: outcome.id, instanceUrl: org.instanceUrl })
  await run.transaction(`test run ${attempt}`, async (tx) => {
    await insertDeployedTestRun(tx, {
      workspaceId: job.workspaceId,
      stackId: stack.id,
      jobId: job.id,
      environmentId: environment.id,
      deploymentId: outcome.id,
      createdByUserId: job.createdByUserId,
      methods: outcome.tests.map(({ classId = null, namespace = null, failure, ...method }) => ({
        ...method,
        classId,
        namespace,
        outcome: failure === null ? ('Pass' as const) : ('Fail' as const),
        message: failure?.message ?? null,
        stackTrace: failure?.stackTrace ?? null,
      })),
    })
    return null
  })
}
