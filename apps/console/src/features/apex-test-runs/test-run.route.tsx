import type { ApexTestRun } from '@sluice/contract/apex-test-run'
import type { JobWithNotices } from '@sluice/contract/job'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { isProblem } from '../../platform/api/problem.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { GoToNotFound } from '../../platform/not-found.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { DisclosureCard } from '../../platform/ui/disclosure-card.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { RawJson } from '../../platform/ui/raw-json.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { RerunDialogs } from '../jobs/rerun-dialogs.tsx'
import { MemberName } from '../workspaces/member-name.tsx'
import { TestCoverage } from './test-coverage.tsx'
import { TestHistory } from './test-history.tsx'
import { TestResults } from './test-results.tsx'
import { JobOfRunLink } from './test-run-columns.tsx'
import { useTestRunTitle } from './test-run-link.tsx'
import { TestRunStatusBadge } from './test-run-status.tsx'
import { TestRunSummary } from './test-run-summary.tsx'
import { testRunQuery } from './test-run.query.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/test-runs/$apexTestRunId',
)({
  component: TestRunRoute,
  staticData: { title: 'Test run' },
})

function TestRunRoute() {
  const { apexTestRunId } = Route.useParams()
  const { workspaceId, id: stackId } = useStack()
  const pushed = useEntity(entities.apexTestRuns, apexTestRunId) ?? null
  const ids = { workspaceId, stackId, apexTestRunId }
  const { data, error } = useQuery(testRunQuery(useClient(), ids, pushed))
  if (isProblem(error, 'entityNotFound') || isProblem(error, 'entityIdInvalid')) return <GoToNotFound />
  if (error) throw error
  if (data === undefined) return <Spinner label="Loading the test run" />
  // The pushed run is newer than the results that were fetched before it changed.
  const { testResults, coverage } = data
  return <TestRunPage key={data.id} run={{ ...data, ...pushed, testResults, coverage }} />
}

function TestRunPage({ run }: { run: ApexTestRun }) {
  const titleOf = useTestRunTitle()
  const environment = useEntity(entities.environments, run.environmentId)
  const results = run.testResults ?? []
  return (
    <>
      <PageHeader
        title={titleOf(run)}
        badge={<TestRunStatusBadge run={run} />}
        meta={
          <>
            <span>
              Created by <MemberName userId={run.createdByUserId} /> <Timestamp moment={run.createdUtc} />
            </span>
            <JobOfRunLink jobId={run.jobId} />
            <CopyText text={run.id} label="test run ID" className="max-w-full" />
          </>
        }
        actions={<RunAgain jobId={run.jobId} />}
      />
      <div className="flex flex-col gap-4">
        <Card title="Summary">
          <TestRunSummary run={run} />
        </Card>
        {results.length > 0 ? (
          <TestResults results={results} branch={environment?.gitBranchName ?? null} />
        ) : null}
        {run.coverage === null ? null : (
          <TestCoverage coverage={run.coverage} branch={environment?.gitBranchName ?? null} />
        )}
        {run.statusIsFinal && environment ? (
          <TestHistory run={run} environmentName={environment.name} />
        ) : null}
        <DisclosureCard title="Advanced">
          <RawJson label="Raw JSON of the test run" value={run} />
        </DisclosureCard>
      </div>
    </>
  )
}

function RunAgain({ jobId }: { jobId: string }) {
  const job = useEntity(entities.jobs, jobId)
  const [jobs, setJobs] = useState<readonly JobWithNotices[]>([])
  return (
    <>
      <Button
        disabledReason={job ? whyNotRunAgain(job) : 'The job of this run is no longer listed.'}
        onClick={() => setJobs(job ? [job] : [])}
      >
        <RotateCcw aria-hidden /> Run again
      </Button>
      <RerunDialogs jobs={jobs} onClose={() => setJobs([])} />
    </>
  )
}

function whyNotRunAgain({ commandName, workerType }: JobWithNotices): string | null {
  if (commandName !== 'RunApexTests') return 'The tests ran as a part of a deployment.'
  return workerType === 'Managed' ? null : 'Jobs run using the CLI cannot be rerun through the web app.'
}
