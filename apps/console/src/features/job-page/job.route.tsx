import type { JobWithNotices } from '@sluice/contract/job'
import { isUnfinished } from '@sluice/contract/job-rules'
import type { OutsideEffect, OutsideEffectKind } from '@sluice/contract/outside-effect'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { entities } from '../../entities.ts'
import { type SluiceClient, useClient } from '../../platform/api/client-context.tsx'
import { isProblem } from '../../platform/api/problem.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { useNetwork } from '../../platform/network-context.tsx'
import { GoToNotFound } from '../../platform/not-found.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { DisclosureCard } from '../../platform/ui/disclosure-card.tsx'
import { ErrorPanel, MoreDetails } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { RawJson } from '../../platform/ui/raw-json.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { TestRunsOfJob } from '../apex-test-runs/test-runs-of-job.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { PendingInquiries } from '../inquiries/pending-inquiries.tsx'
import { jobQuery } from '../jobs/job.query.ts'
import { Artifacts } from './artifacts.tsx'
import { JobHeader } from './job-header.tsx'
import { JobWaits } from './job-waits.tsx'
import { loadsByItself, outputOf, outputQuery } from './output.query.ts'
import { ProgressCard } from './progress-card.tsx'
import { ProgressTree } from './progress-tree.tsx'
import { JobResult } from './results/job-result.tsx'
import { JobStats } from './results/job-stats.tsx'
import { Timeline } from './timeline.tsx'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/jobs/$jobId',
)({
  component: JobRoute,
  staticData: { title: 'Job' },
})

function JobRoute() {
  const { jobId } = Route.useParams()
  const stack = useStack()
  const pushed = useEntity(entities.jobs, jobId)
  const query = jobQuery(useClient(), { workspaceId: stack.workspaceId, stackId: stack.id, jobId })
  const fetched = useQuery({ ...query, enabled: !pushed })
  const job = pushed ?? fetched.data
  if (job) return job.stackId === stack.id ? <JobPage key={job.id} job={job} /> : <GoToNotFound />
  if (isProblem(fetched.error, 'entityNotFound') || isProblem(fetched.error, 'entityIdInvalid'))
    return <GoToNotFound />
  if (fetched.error) throw fetched.error
  return <Spinner label="Loading the job" />
}

function JobPage({ job }: { job: JobWithNotices }) {
  const hasEnded = !isUnfinished(job)
  const isResultAwaited = useIsResultAwaited(job)
  return (
    <>
      <JobHeader job={job} />
      <JobWaits job={job} />
      {job.error ? (
        <Notice
          kind={job.outcome === 'Cancelled' ? 'warning' : 'error'}
          title={job.error.message}
          className="mb-4"
        >
          <MoreDetails rows={job.error.details ? [['Details', job.error.details]] : []} />
        </Notice>
      ) : null}
      <div className="grid gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {hasEnded ? null : <PendingInquiries job={job} />}
          {hasEnded ? null : <ProgressCard job={job} />}
          <TestRunsOfJob jobId={job.id} />
          {hasEnded ? <JobResult job={job} /> : null}
          {hasEnded ? <DoneBeforeEnd job={job} /> : null}
          {isResultAwaited ? null : (
            <>
              {hasEnded && job.startedUtc !== null ? <KeptSteps job={job} /> : null}
              {hasEnded ? <JobStats job={job} /> : null}
              <Artifacts job={job} />
              <DisclosureCard title="Advanced">
                <RawJson label="Raw JSON of the job" value={job} />
              </DisclosureCard>
            </>
          )}
        </div>
        {/* On a narrow page the timeline stands below the result. */}
        <div className={isResultAwaited ? 'max-xl:hidden' : undefined}>
          <Timeline job={job} />
        </div>
      </div>
    </>
  )
}

/** Whether the result of an ended job is on its way. Its height is unknown until then, so what stands below must wait. */
function useIsResultAwaited(job: JobWithNotices): boolean {
  const doors = { client: useClient(), network: useNetwork() }
  const artifact = outputOf(job)
  const { isLoading } = useQuery({
    ...outputQuery(doors, job, artifact),
    enabled: !isUnfinished(job) && artifact !== undefined && loadsByItself(artifact),
  })
  return isLoading
}

/** The steps of an ended job with how long each took; they are loaded when a person opens them. */
const KeptSteps = ({ job }: { job: JobWithNotices }) => (
  <DisclosureCard title="Steps">
    <LoadedSteps job={job} />
  </DisclosureCard>
)

const stepsQuery = (client: SluiceClient, { workspaceId, stackId, id: jobId }: JobWithNotices) =>
  queryOptions({
    queryKey: ['steps', jobId],
    queryFn: ({ signal }) => client.jobs.getProgress({ params: { workspaceId, stackId, jobId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

function LoadedSteps({ job }: { job: JobWithNotices }) {
  const { data, error } = useQuery(stepsQuery(useClient(), job))
  if (error)
    return (
      <div className="p-4">
        <ErrorPanel heading="There was a problem loading the steps" error={error} />
      </div>
    )
  if (data === undefined)
    return (
      <div className="px-4 py-3">
        <Spinner label="Loading the steps" />
      </div>
    )
  const scopes = data?.rootProgressScopes ?? []
  if (scopes.length === 0) return <p className="text-fg-2 px-4 py-3">The job has left no steps.</p>
  return <ProgressTree job={job} scopes={scopes} />
}

const texts: Readonly<Record<OutsideEffectKind, string>> = {
  Deployment: 'A deployment was sent to Salesforce; the timeline leads to it.',
  TestRun: 'A run of Apex tests was started; the timeline leads to it.',
  SandboxOrder: 'A sandbox was ordered from Salesforce.',
  SandboxDeletion: 'The sandbox was deleted.',
  BranchCreation: 'The branch was created.',
  BranchDeletion: 'The branch was deleted.',
  RepositoryCreation: 'A repository was created.',
  RepositoryInvitation: 'An invitation to the repository was sent.',
  Push: 'Commits were pushed to the repository.',
  Other: 'Something was changed in an org or in the repository.',
}

/** Several pushes of one job are one sentence. */
const distinct = (effects: readonly OutsideEffect[]): OutsideEffect[] => [
  ...new Map(effects.map((effect) => [`${effect.kind} ${effect.isCertain}`, effect])).values(),
]

/** What a job that ended without a result had done until then to orgs and repositories. */
function DoneBeforeEnd({ job }: { job: JobWithNotices }) {
  const { outsideEffects, outcome, startedUtc } = job
  if (outcome === 'Succeeded' || outputOf(job) || outsideEffects === null) return null
  return (
    <Card title="What was done">
      {outsideEffects.length === 0 ? (
        <p className="px-4 py-3">
          {startedUtc === null ? 'The job had not begun. ' : ''}
          Nothing was changed in an org or in the repository.
        </p>
      ) : (
        <ul className="list-disc py-3 pr-4 pl-9">
          {distinct(outsideEffects).map(({ kind, isCertain }) => (
            <li key={`${kind} ${isCertain}`}>
              {texts[kind]}
              {isCertain ? null : (
                <span className="text-fg-2"> · it is not certain whether this took place</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
