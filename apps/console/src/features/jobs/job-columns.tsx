import type { JobStatus, JobWithNotices } from '@sluice/contract/job'
import { jobCommandLabels } from '@sluice/contract/job-command-name'
import { Link } from '@tanstack/react-router'
import { entities } from '../../entities.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { formatDay } from '../../platform/format/time.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column, RowGroup } from '../../platform/tables/column.ts'
import { ProductionChip } from '../../platform/ui/chips.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { EarlierRuns } from './folded-jobs.tsx'
import { JobAuthor } from './job-author.tsx'
import { jobDetail } from './job-detail.ts'
import { JobDuration } from './job-duration.tsx'
import { JobStatusText } from './job-status.tsx'
import { useJobTitle } from './use-job-title.ts'

export const hiddenAtFirst = ['worker', 'created', 'type', 'environments', 'id']

export const jobColumns: readonly Column<JobWithNotices>[] = [
  { id: 'title', label: 'Title', width: 'auto', isLocked: true, cell: (job) => <TitleCell job={job} /> },
  { id: 'status', label: 'Status', width: '10rem', cell: (job) => <JobStatusText job={job} /> },
  {
    id: 'worker',
    label: 'Worker',
    width: '8rem',
    cell: (job) => (job.workerType === 'Cli' ? 'CLI' : 'Managed'),
  },
  { id: 'created', label: 'Created', width: '9rem', cell: (job) => <Timestamp moment={job.createdUtc} /> },
  { id: 'started', label: 'Started', width: '9rem', cell: (job) => <Timestamp moment={job.startedUtc} /> },
  { id: 'ended', label: 'Ended', width: '10rem', cell: (job) => <EndedCell job={job} /> },
  { id: 'type', label: 'Type', width: '10rem', cell: (job) => jobCommandLabels[job.commandName] },
  { id: 'environments', label: 'Environments', width: '10rem', cell: (job) => <Environments job={job} /> },
  {
    id: 'id',
    label: 'ID',
    width: '20rem',
    cell: (job) => <code className="text-12 font-mono">{job.id}</code>,
  },
]

/** The title with the mark of production, and below it who started the job and what tells it from others. */
function TitleCell({ job }: { job: JobWithNotices }) {
  const params = useStackParams()
  const titleOf = useJobTitle()
  const environment = useEntity(entities.environments, job.mainEnvironmentId)
  const detail = jobDetail(job)
  return (
    <>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 rows:flex-nowrap">
        <Link
          to={`${stackPath}/jobs/$jobId`}
          params={{ ...params, jobId: job.id }}
          className="text-fg hover:text-accent-fg min-w-0 font-medium hover:underline rows:truncate"
        >
          {titleOf(job)}
        </Link>
        {environment?.isProduction ? <ProductionChip /> : null}
        <EarlierRuns job={job} />
      </span>
      <span className="text-12 text-fg-2 block rows:truncate">
        <JobAuthor job={job} />
        {detail === null ? null : ` · ${detail}`}
      </span>
    </>
  )
}

/** When the job ended, and how long it ran or has waited. */
function EndedCell({ job }: { job: JobWithNotices }) {
  return (
    <>
      <Timestamp moment={job.endedUtc} />
      <span className="text-12 text-fg-3 block tabular-nums">
        <JobDuration job={job} />
      </span>
    </>
  )
}

const Environments = ({ job }: { job: JobWithNotices }) => (
  <span className="inline-flex flex-wrap gap-x-2">
    {job.affectedEnvironments.map(({ environmentId }) => (
      <EnvironmentName key={environmentId} id={environmentId} />
    ))}
  </span>
)

function EnvironmentName({ id }: { id: string }) {
  return <span>{useEntity(entities.environments, id)?.name ?? 'Deleted'}</span>
}

const groups = [
  { title: 'Pending', holds: ['Pending'] },
  { title: 'Queued', holds: ['Queued'] },
  { title: 'Running', holds: ['Running', 'Cancelling'] },
  { title: 'Ended', holds: ['Ended'] },
] as const satisfies { title: string; holds: JobStatus[] }[]

/** Groups jobs by status, and ended jobs by the day of their creation; omits empty groups. */
export const groupJobs = (jobs: readonly JobWithNotices[], now: number): RowGroup<JobWithNotices>[] =>
  groups
    .map(({ title, holds }) => ({
      title,
      rows: jobs.filter((job) => holds.some((status) => status === job.status)),
      // The list is in the order of creation, so only the day of creation keeps it together.
      ...(title === 'Ended' ? { partOf: (job: JobWithNotices) => dayOf(job.createdUtc, now) } : {}),
    }))
    .filter((group) => group.rows.length > 0)

/** "Today", "Yesterday" or the date, in the time zone of the browser. */
function dayOf(moment: string, now: number): string {
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  const day = formatDay(Date.parse(moment))
  if (day === formatDay(now)) return 'Today'
  return day === formatDay(yesterday.getTime()) ? 'Yesterday' : day
}
