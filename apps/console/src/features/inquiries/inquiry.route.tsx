import { type Inquiry, inquiryNames } from '@sluice/contract/inquiry'
import type { JobWithNotices } from '@sluice/contract/job'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, Navigate } from '@tanstack/react-router'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { isProblem } from '../../platform/api/problem.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { StatusBadge } from '../../platform/ui/status.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { jobQuery } from '../jobs/job.query.ts'
import { useJobTitle } from '../jobs/use-job-title.ts'
import { useStack } from '../stacks/stack-context.tsx'
import { stackPath, useStackParams } from '../stacks/stack-paths.ts'
import { ConfirmDeployment } from './confirm-deployment.tsx'
import { inquiryStatus } from './inquiry-status.ts'
import { inquiryQuery } from './inquiry.query.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/jobs/$jobId/inquiry/$inquiryId',
)({
  component: InquiryRoute,
  staticData: { title: 'Inquiry' },
})

function InquiryRoute() {
  const { jobId, inquiryId } = Route.useParams()
  const client = useClient()
  const { workspaceId, id: stackId } = useStack()
  const ids = { workspaceId, stackId, jobId, inquiryId }
  const pushed = useEntity(entities.inquiries, inquiryId)
  const pushedJob = useEntity(entities.jobs, jobId)
  const isWhole = pushed !== undefined && pushed.prompt !== null
  const fetched = useQuery({
    ...inquiryQuery(client, ids, pushed?.status),
    enabled: !isWhole,
    placeholderData: keepPreviousData,
  })
  const fetchedJob = useQuery({ ...jobQuery(client, ids), enabled: !pushedJob })
  const inquiry = isWhole ? pushed : fetched.data
  const job = pushedJob ?? fetchedJob.data
  const error = (isWhole ? null : fetched.error) ?? (pushedJob ? null : fetchedJob.error)
  if (isProblem(error, 'entityNotFound') || isProblem(error, 'entityIdInvalid'))
    return <Navigate to="/404" replace />
  if (error) throw error
  if (!inquiry || !job) return <Spinner label="Loading the inquiry" />
  if (inquiry.jobId !== job.id || job.stackId !== stackId) return <Navigate to="/404" replace />
  return <InquiryPage key={inquiry.id} inquiry={inquiry} job={job} />
}

function InquiryPage({ inquiry, job }: { inquiry: Inquiry; job: JobWithNotices }) {
  const params = useStackParams()
  const title = useJobTitle()(job)
  const { status, label } = inquiryStatus(inquiry, job)
  return (
    <>
      <PageHeader
        title={inquiryNames[inquiry.subject]}
        badge={<StatusBadge status={status} label={label} />}
        meta={
          <>
            <span>
              Job{' '}
              <Link
                to={`${stackPath}/jobs/$jobId`}
                params={{ ...params, jobId: job.id }}
                className={linkClasses}
              >
                {title}
              </Link>
            </span>
            <span>
              Asked <Timestamp moment={inquiry.createdUtc} />
            </span>
          </>
        }
      />
      {inquiry.subject === 'FlowOutConfirmDeployment' && inquiry.prompt !== null ? (
        <ConfirmDeployment inquiry={inquiry} prompt={inquiry.prompt} job={job} />
      ) : (
        <Card>
          <p className="p-4">A details view is not supported for this kind of inquiry.</p>
        </Card>
      )}
    </>
  )
}
