import { insertApexTestRun } from '../../apex-test-runs/apex-test-run-store.ts'
import type { CheckedOrg } from '../steps/org/check-org.ts'
import type { JobSession } from '../steps/session/job-session.ts'
import type { DeployOutcome } from './await-deployment.ts'

/** Keeps the tests that ran inside a deployment as an Apex test run of the job. */
export async function recordTestRun(
  session: JobSession,
  o: {
    readonly environmentId: string
    readonly number: number
    readonly org: CheckedOrg
    readonly outcome: DeployOutcome
  },
): Promise<void> {
  const { run, job, stack } = session
  const { outcome } = o
  if (outcome.tests.length === 0) return
  await run.notice('TestRunCreated', { jobId: outcome.id, instanceUrl: o.org.instanceUrl })
  await run.transaction(`test run ${o.number}`, async (tx) => {
    await insertApexTestRun(tx, {
      workspaceId: job.workspaceId,
      stackId: stack.id,
      jobId: job.id,
      environmentId: o.environmentId,
      deploymentId: outcome.id,
      createdByUserId: job.createdByUserId,
      methods: outcome.tests,
    })
    return null
  })
}
