import type { Conflict } from '@sluice/contract/conflict'
import type { JobWithNotices } from '@sluice/contract/job'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { isProblem } from '../../platform/api/problem.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { GoToNotFound } from '../../platform/not-found.tsx'
import { DisclosureCard } from '../../platform/ui/disclosure-card.tsx'
import { RawJson } from '../../platform/ui/raw-json.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { useInquiriesOf } from '../inquiries/use-inquiries-of.ts'
import { jobQuery } from '../jobs/job.query.ts'
import { useStack } from '../current-stack/stack-context.tsx'
import { ConflictEnvironments } from './conflict-environments.tsx'
import { ConflictFiles } from './conflict-files.tsx'
import { ConflictHeader } from './conflict-header.tsx'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/jobs/$jobId/conflict/$conflictId',
)({
  component: ConflictRoute,
  staticData: { title: 'Conflict' },
})

function ConflictRoute() {
  const { jobId, conflictId } = Route.useParams()
  const { workspaceId, id: stackId } = useStack()
  const conflict = useEntity(entities.conflicts, conflictId)
  const pushed = useEntity(entities.jobs, jobId)
  const fetched = useQuery({ ...jobQuery(useClient(), { workspaceId, stackId, jobId }), enabled: !pushed })
  const job = pushed ?? fetched.data
  const isMissing = isProblem(fetched.error, 'entityNotFound') || isProblem(fetched.error, 'entityIdInvalid')
  if (conflict?.jobId !== jobId || isMissing) return <GoToNotFound />
  if (!job && fetched.error) throw fetched.error
  if (!job) return <Spinner label="Loading the conflict" />
  if (job.stackId !== stackId) return <GoToNotFound />
  return <ConflictPage key={conflict.id} conflict={conflict} job={job} />
}

function ConflictPage({ conflict, job }: { conflict: Conflict; job: JobWithNotices }) {
  const inquiry = useInquiriesOf(job).find(
    ({ subject, prompt }) => subject === 'MergeConflict' && prompt?.conflictId === conflict.id,
  )
  return (
    <>
      <ConflictHeader conflict={conflict} job={job} inquiry={inquiry} />
      <ConflictEnvironments conflict={conflict} />
      <ConflictFiles conflict={conflict} job={job} inquiry={inquiry} />
      <div className="pt-4">
        <DisclosureCard title="Advanced">
          <RawJson label="Raw JSON of the conflict" value={conflict} />
        </DisclosureCard>
      </div>
    </>
  )
}
