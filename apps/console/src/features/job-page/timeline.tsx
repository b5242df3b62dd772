import { inquiryStatusText } from '@sluice/contract/inquiry'
import type { Notice, NoticeSubject } from '@sluice/contract/notice'
import type { JobWithNotices } from '@sluice/contract/job'
import { isUnfinished } from '@sluice/contract/job-rules'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { entities } from '../../entities.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { formatLocal, formatTimeOfDay } from '../../platform/format/time.ts'
import { Elapsed } from '../../platform/format/timestamp.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { StatusIcon } from '../../platform/ui/status.tsx'
import { linkClasses, OutsideLink } from '../../platform/ui/text-link.tsx'
import { InquiryLink } from '../inquiries/inquiry-link.tsx'
import { useInquiriesOf } from '../inquiries/use-inquiries-of.ts'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { MemberName } from '../workspaces/member-name.tsx'
import { JobAuthor } from '../jobs/job-author.tsx'
import { deploymentAddress, testRunsAddress } from './salesforce-address.ts'
import { noticeText, type TimelineEntry, timelineEntries } from './timeline-entries.ts'

export function Timeline({ job }: { job: JobWithNotices }) {
  const inquiries = useInquiriesOf(job)
  const entries = useMemo(() => timelineEntries(job, inquiries), [job, inquiries])
  return (
    <Card title="Timeline" className="self-start">
      <ol className="flex flex-col px-4 pt-3">
        {entries.map((entry) => (
          <TimelineItem
            key={entry.id}
            status={statusOf(entry)}
            at={entry.at}
            by={<Author entry={entry} job={job} />}
          >
            <EntryText entry={entry} job={job} />
          </TimelineItem>
        ))}
        {isUnfinished(job) && job.startedUtc ? (
          <TimelineItem status={job.hasPendingInquiries ? 'Waiting' : 'Running'} at={null} by={null}>
            Running for <Elapsed since={job.startedUtc} />
          </TimelineItem>
        ) : null}
      </ol>
    </Card>
  )
}

interface TimelineItemProps {
  status: DisplayStatus
  at: string | null
  by: ReactNode
  children: ReactNode
}

function TimelineItem({ status, at, by, children }: TimelineItemProps) {
  return (
    <li className="group grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3">
      <div className="flex flex-col items-center">
        <StatusIcon status={status} className="mt-0.5" />
        <div aria-hidden className="bg-line my-1 w-px flex-1 group-last:hidden" />
      </div>
      <div className="pb-4">
        <p className="font-medium wrap-anywhere">{children}</p>
        {at ? (
          <p className="text-12 text-fg-2">
            <time dateTime={at} title={formatLocal(at)}>
              {formatTimeOfDay(at)}
            </time>
            {by}
          </p>
        ) : null}
      </div>
    </li>
  )
}

const warnings = new Set<NoticeSubject>([
  'OrgAccessUsernameIncorrect',
  'MergeConflict',
  'UnknownMetadata',
  'UnrequestedFiles',
  'MetadataKept',
  'TypesNotListed',
  'DataCategoriesReplaced',
  'FlowsStayInactive',
  'ApiRequestsLow',
  'SalesforceAsksToWait',
  'ServerDiskFull',
])

function statusOf(entry: TimelineEntry): DisplayStatus {
  switch (entry.kind) {
    case 'ended':
      return entry.status
    case 'cancellationRequested':
      return 'Cancelling'
    case 'notice':
      return warnings.has(entry.notice.subject) ? 'Warning' : 'Finished'
    case 'inquiry':
      return entry.inquiry.status === 'Pending' ? 'Waiting' : 'Finished'
    case 'created':
    case 'started':
      return 'Finished'
    default:
      return entry satisfies never
  }
}

function Author({ entry, job }: { entry: TimelineEntry; job: JobWithNotices }) {
  if (entry.kind === 'created')
    return (
      <>
        {' · '}
        <JobAuthor job={job} />
      </>
    )
  const userId =
    entry.kind === 'cancellationRequested'
      ? job.cancellationRequestedByUserId
      : entry.kind === 'inquiry'
        ? entry.inquiry.answeredByUserId
        : null
  if (userId === null) return null
  return (
    <>
      {' · '}
      <MemberName userId={userId} />
    </>
  )
}

function EntryText({ entry, job }: { entry: TimelineEntry; job: JobWithNotices }) {
  switch (entry.kind) {
    case 'created':
      return 'Created'
    case 'started':
      return 'Started'
    case 'cancellationRequested':
      return 'Cancellation requested'
    case 'ended':
      return entry.label
    case 'inquiry':
      return (
        <>
          <InquiryLink inquiry={entry.inquiry} />
          {`: ${inquiryStatusText(entry.inquiry, job)}`}
        </>
      )
    case 'notice':
      if (entry.notice.subject === 'MergeConflict')
        return <ConflictNotice jobId={job.id} notice={entry.notice} />
      return <OutsideLink href={noticeAddress(entry.notice)}>{noticeText(entry.notice)}</OutsideLink>
    default:
      return entry satisfies never
  }
}

/** Where Salesforce shows what a notice is about. */
function noticeAddress({ subject, body }: Notice): string | null {
  if (subject === 'DeploymentOperationCreated') return deploymentAddress(body.instanceUrl, body.operationId)
  return subject === 'TestRunCreated' ? testRunsAddress(body.instanceUrl) : null
}

interface ConflictNoticeProps {
  jobId: string
  notice: Extract<Notice, { subject: 'MergeConflict' }>
}

/** Leads to the conflict while it is kept. */
function ConflictNotice({ jobId, notice }: ConflictNoticeProps) {
  const params = useStackParams()
  const conflict = useEntity(entities.conflicts, notice.body.conflictId)
  const text = noticeText(notice)
  if (!conflict) return text
  return (
    <Link
      to={`${stackPath}/jobs/$jobId/conflict/$conflictId`}
      params={{ ...params, jobId, conflictId: conflict.id }}
      className={linkClasses}
    >
      {text}
    </Link>
  )
}
