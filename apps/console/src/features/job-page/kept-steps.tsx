import type { JobWithNotices } from '@sluice/contract/job'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type SluiceClient, useClient } from '../../platform/api/client-context.tsx'
import { DisclosureCard } from '../../platform/ui/disclosure-card.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { ProgressTree } from './progress-tree.tsx'

/** The steps of an ended job with how long each took; they are loaded when a person opens them. */
export const KeptSteps = ({ job }: { job: JobWithNotices }) => (
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
