import { type Inquiry, inquiryNames } from '@sluice/contract/inquiry'
import type { Conflict } from '@sluice/contract/conflict'
import type { JobWithNotices } from '@sluice/contract/job'
import { displayStatus, displayStatusText, remarkOf } from '@sluice/contract/job-rules'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { entities } from '../../entities.ts'
import { useDerived, useEntity } from '../../platform/entities/use-entity.ts'
import { formatDay } from '../../platform/format/time.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { ProductionChip } from '../../platform/ui/chips.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { StatusIcon } from '../../platform/ui/status.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { InquiryLink } from '../inquiries/inquiry-link.tsx'
import { JobAuthor } from '../jobs/job-author.tsx'
import { jobDetail } from '../jobs/job-detail.ts'
import { useJobTitle } from '../jobs/use-job-title.ts'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { MemberName } from '../workspaces/member-name.tsx'
import { type StreamEntry, streamEntries } from './stream-entries.ts'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/stream')(
  { component: StreamPage, staticData: { title: 'Activity' } },
)

const entriesAtATime = 100

/** What happens in the stack, as it happens. */
function StreamPage() {
  const entries = useStreamEntries()
  const [count, setCount] = useState(entriesAtATime)
  const shown = entries.slice(0, count)
  return (
    <>
      <PageHeader title="Activity" />
      {entries.length === 0 ? (
        <EmptyState title="Nothing has happened in this stack yet">
          Jobs, their questions and merge conflicts are told here while they happen.
        </EmptyState>
      ) : (
        <Days entries={shown} />
      )}
      {entries.length > shown.length ? (
        <Button className="mt-4 self-start" onClick={() => setCount(count + entriesAtATime)}>
          Show more
        </Button>
      ) : null}
    </>
  )
}

function useStreamEntries(): readonly StreamEntry[] {
  const { id } = useStack()
  const select = useCallback(
    (rows: ReadonlyMap<string, JobWithNotices>) => [...rows.values()].filter((job) => job.stackId === id),
    [id],
  )
  const jobs = useDerived(entities.jobs, select)
  const inquiries = useDerived(entities.inquiries, allInquiries)
  const conflicts = useDerived(entities.conflicts, allConflicts)
  return useMemo(() => streamEntries({ jobs, inquiries, conflicts }), [jobs, inquiries, conflicts])
}

const allInquiries = (rows: ReadonlyMap<string, Inquiry>) => [...rows.values()]
const allConflicts = (rows: ReadonlyMap<string, Conflict>) => [...rows.values()]

/** The entries by the day on which they happened, in the time zone of the browser. */
function byDay(entries: readonly StreamEntry[]): ReadonlyMap<string, readonly StreamEntry[]> {
  const days = new Map<string, StreamEntry[]>()
  for (const entry of entries) {
    const day = formatDay(Date.parse(entry.at))
    const known = days.get(day)
    if (known) known.push(entry)
    else days.set(day, [entry])
  }
  return days
}

function Days({ entries }: { entries: readonly StreamEntry[] }) {
  const days = byDay(entries)
  return (
    <div className="flex flex-col gap-4">
      {[...days].map(([day, ofDay]) => (
        <Card key={day} title={day}>
          <ol className="divide-line divide-y">
            {ofDay.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </Card>
      ))}
    </div>
  )
}

function Entry({ entry }: { entry: StreamEntry }) {
  const { job, at } = entry
  const params = useStackParams()
  const titleOf = useJobTitle()
  const environment = useEntity(entities.environments, job.mainEnvironmentId)
  const detail = entry.kind === 'ended' ? jobDetail(job) : null
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-3 px-4 py-2">
      <StatusIcon status={statusOf(entry)} className="mt-0.5" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <Link
            to={`${stackPath}/jobs/$jobId`}
            params={{ ...params, jobId: job.id }}
            className={`${linkClasses} inline-flex min-h-6 items-center font-medium wrap-anywhere`}
          >
            {titleOf(job)}
          </Link>
          {environment?.isProduction ? <ProductionChip /> : null}
        </p>
        <p className="text-fg-2 wrap-anywhere">
          <What entry={entry} />
          {detail === null ? null : ` · ${detail}`}
        </p>
      </div>
      <span className="text-12 text-fg-2 pt-0.5 whitespace-nowrap">
        <Timestamp moment={at} />
      </span>
    </li>
  )
}

function statusOf(entry: StreamEntry): DisplayStatus {
  switch (entry.kind) {
    case 'ended':
      return displayStatus(entry.job)
    case 'cancellationRequested':
      return 'Cancelling'
    case 'asked':
      return entry.inquiry.status === 'Pending' ? 'Waiting' : 'Finished'
    case 'conflict':
      return 'Warning'
    case 'answered':
    case 'created':
      return 'Finished'
    default:
      return entry satisfies never
  }
}

function What({ entry }: { entry: StreamEntry }) {
  const { job } = entry
  switch (entry.kind) {
    case 'created':
      return (
        <>
          Created by <JobAuthor job={job} />
        </>
      )
    case 'cancellationRequested':
      return (
        <>
          Cancellation requested by <MemberName userId={job.cancellationRequestedByUserId} />
        </>
      )
    case 'ended': {
      const remark = remarkOf(job)
      return `${displayStatusText(job)}${remark === null ? '' : `, ${remark}`}`
    }
    case 'asked':
      return (
        <>
          Asks: <InquiryLink inquiry={entry.inquiry} />
        </>
      )
    case 'answered':
      return (
        <>
          {`${inquiryNames[entry.inquiry.subject]} answered by `}
          <MemberName userId={entry.inquiry.answeredByUserId} />
        </>
      )
    case 'conflict':
      return `Found a merge conflict: ${entry.conflict.title}`
    default:
      return entry satisfies never
  }
}
