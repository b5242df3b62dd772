import type { JobWithNotices } from '@sluice/contract/job'
import { jobCommandLabels } from '@sluice/contract/job-command-name'
import { Link } from '@tanstack/react-router'
import { entities } from '../../entities.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { stackPath, useStackParams } from '../stacks/stack-paths.ts'
import { JobStatusText } from './job-status.tsx'
import { useJobTitle } from './use-job-title.ts'

export const hiddenAtFirst = ['worker', 'created', 'type', 'environments', 'id']

export const jobColumns: readonly Column<JobWithNotices>[] = [
  { id: 'title', label: 'Title', width: 'auto', isLocked: true, cell: (job) => <JobLink job={job} /> },
  { id: 'status', label: 'Status', width: '10rem', cell: (job) => <JobStatusText job={job} /> },
  {
    id: 'worker',
    label: 'Worker',
    width: '8rem',
    cell: (job) => (job.workerType === 'Cli' ? 'CLI' : 'Managed'),
  },
  { id: 'created', label: 'Created', width: '9rem', cell: (job) => <Timestamp moment={job.createdUtc} /> },
  { id: 'started', label: 'Started', width: '9rem', cell: (job) => <Timestamp moment={job.startedUtc} /> },
  { id: 'ended', label: 'Ended', width: '9rem', cell: (job) => <Timestamp moment={job.endedUtc} /> },
  { id: 'type', label: 'Type', width: '10rem', cell: (job) => jobCommandLabels[job.commandName] },
  { id: 'environments', label: 'Environments', width: '10rem', cell: (job) => <Environments job={job} /> },
  {
    id: 'id',
    label: 'ID',
    width: '20rem',
    cell: (job) => <code className="text-12 font-mono">{job.id}</code>,
  },
]

function JobLink({ job }: { job: JobWithNotices }) {
  const params = useStackParams()
  const titleOf = useJobTitle()
  return (
    <Link
      to={`${stackPath}/jobs/$jobId`}
      params={{ ...params, jobId: job.id }}
      className="text-fg hover:text-accent-fg font-medium hover:underline"
    >
      {titleOf(job)}
    </Link>
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
