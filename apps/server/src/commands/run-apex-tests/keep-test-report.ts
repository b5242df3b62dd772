import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { viewApexTestRun } from '../../apex-test-runs/apex-test-run-views.ts'
import { keepArtifact } from '../../steps/session/keep-artifact.ts'
import type { JobSession } from '../../steps/session/job-session.ts'
import { jUnitReport } from './junit-report.ts'

/** Keeps the results of a run as a JUnit report, which build servers show. */
export async function keepTestReport(session: JobSession, apexTestRunId: string): Promise<void> {
  const { ctx, job } = session
  await keepArtifact(session, {
    name: 'test-results.xml',
    type: 'JUnitTestResults',
    contentType: 'application/xml',
    path: async () => {
      const found = await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
        viewApexTestRun(tx, job.workspaceId, apexTestRunId),
      )
      const path = join((await session.work()).path, 'test-results.xml')
      await writeFile(path, jUnitReport(found?.testResults ?? []))
      return path
    },
  })
}
