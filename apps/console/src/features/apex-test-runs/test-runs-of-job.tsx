import type { ApexTestRun } from '@sluice/contract/apex-test-run'
import { useCallback } from 'react'
import { Card } from '../../platform/ui/card.tsx'
import { newestRunFirst } from './test-run-columns.tsx'
import { TestRunLink, useTestRuns } from './test-run-link.tsx'
import { TestRunStatusText } from './test-run-status.tsx'
import { TestRunSummary } from './test-run-summary.tsx'

/** A summary of each test run of a job. */
export function TestRunsOfJob({ jobId }: { jobId: string }) {
  const select = useCallback(
    (rows: ReadonlyMap<string, ApexTestRun>) =>
      [...rows.values()].filter((run) => run.jobId === jobId).toSorted(newestRunFirst),
    [jobId],
  )
  return useTestRuns(select).map((run) => (
    <Card key={run.id} title="Apex test run" actions={<TestRunStatusText run={run} />}>
      <TestRunSummary run={run} />
      <p className="px-4 pb-3">
        <TestRunLink apexTestRunId={run.id}>Test results</TestRunLink>
      </p>
    </Card>
  ))
}
