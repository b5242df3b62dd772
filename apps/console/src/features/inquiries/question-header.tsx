import { type Inquiry, inquiryStatusText } from '@sluice/contract/inquiry'
import type { Job, JobWithNotices } from '@sluice/contract/job'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { StatusBadge } from '../../platform/ui/status.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { useJobTitle } from '../jobs/use-job-title.ts'

interface QuestionHeaderProps {
  title: string
  job: JobWithNotices
  status: { status: DisplayStatus; label: string }
  /** When the question arose, with its verb: "Asked", "Found". */
  since: { verb: string; moment: string }
  meta?: ReactNode
  actions?: ReactNode
}

/** Heads the page of something that a job asks people: what, in which state, of which job, since when. */
export function QuestionHeader({ title, job, status, since, meta, actions }: QuestionHeaderProps) {
  const params = useStackParams()
  const jobTitle = useJobTitle()(job)
  return (
    <PageHeader
      title={title}
      badge={<StatusBadge {...status} />}
      meta={
        <>
          <span>
            Job{' '}
            <Link
              to={`${stackPath}/jobs/$jobId`}
              params={{ ...params, jobId: job.id }}
              className={linkClasses}
            >
              {jobTitle}
            </Link>
          </span>
          <span>
            {since.verb} <Timestamp moment={since.moment} />
          </span>
          {meta}
        </>
      }
      actions={actions}
    />
  )
}

const scale: Readonly<Record<string, DisplayStatus>> = {
  Pending: 'Waiting',
  Confirmed: 'Succeeded',
  Completed: 'Succeeded',
  Resolved: 'Succeeded',
  Failed: 'Failed',
}

/** Where an inquiry stands, as a label with its place on the status scale. */
export function inquiryStatus(inquiry: Inquiry, job: Pick<Job, 'status'>) {
  const label = inquiryStatusText(inquiry, job)
  return { label, status: scale[label] ?? 'Cancelled' }
}
