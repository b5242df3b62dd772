import type { JobWithNotices, LockWait } from '@sluice/contract/job'
import { isUnfinished } from '@sluice/contract/job-rules'
import { Link } from '@tanstack/react-router'
import { entities } from '../../entities.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { useNowBySecond } from '../../platform/format/clock.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { JobAuthor } from '../jobs/job-author.tsx'
import { useJobTitle } from '../jobs/use-job-title.ts'

/** What a job waits for before it can go on: other jobs, or a free worker. */
export function JobWaits({ job }: { job: JobWithNotices }) {
  if (job.lockWait !== null) return <LockNotice wait={job.lockWait} />
  if (job.status === 'Queued') return <QueueNotice job={job} />
  if (job.status !== 'Pending') return null
  if (job.dependencies.length === 0)
    return (
      <Notice kind="info" title="Waits for a free worker" className="mb-4">
        As many jobs of the workspace are at work as may be at a time. The job begins when one of them has
        ended.
      </Notice>
    )
  return (
    <Notice kind="info" title="Waits for the jobs that it builds on" className="mb-4">
      <ul>
        {job.dependencies.map(({ dependsOnJobId }) => (
          <li key={dependsOnJobId}>
            <OpenDependency jobId={dependsOnJobId} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** A job that is taken at once shows nothing of its way. */
const longInLineMs = 5_000

function QueueNotice({ job }: { job: JobWithNotices }) {
  if (useNowBySecond() - Date.parse(job.createdUtc) < longInLineMs) return null
  return (
    <Notice kind="info" title="Waits for a free worker" className="mb-4">
      No worker has taken the job yet. While all of them are busy, workspaces take turns, and jobs that people
      start come before those of schedules.
    </Notice>
  )
}

function OpenDependency({ jobId }: { jobId: string }) {
  const job = useEntity(entities.jobs, jobId)
  return job && !isUnfinished(job) ? null : <NamedJob jobId={jobId} />
}

function LockNotice({ wait }: { wait: LockWait }) {
  const holders = wait.jobs.filter(({ isHolder }) => isHolder)
  const before = wait.jobs.filter(({ isHolder }) => !isHolder)
  return (
    <Notice
      kind="info"
      title={
        wait.place === 1
          ? 'Waits for other jobs, next in line'
          : `Waits for other jobs, place ${wait.place} in line`
      }
      className="mb-4"
    >
      <ul>
        {holders.map(({ jobId, sinceUtc }) => (
          <li key={jobId}>
            <NamedJob jobId={jobId} /> holds the environment since <Timestamp moment={sinceUtc} />
          </li>
        ))}
        {before.map(({ jobId, sinceUtc }) => (
          <li key={jobId}>
            <NamedJob jobId={jobId} /> is before it in line since <Timestamp moment={sinceUtc} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** A job by its title, with who started it. */
function NamedJob({ jobId }: { jobId: string }) {
  const params = useStackParams()
  const titleOf = useJobTitle()
  const job = useEntity(entities.jobs, jobId)
  return (
    <>
      <Link to={`${stackPath}/jobs/$jobId`} params={{ ...params, jobId }} className={linkClasses}>
        {job ? titleOf(job) : 'Another job'}
      </Link>
      {job ? (
        <>
          {' by '}
          <JobAuthor job={job} />
        </>
      ) : null}
    </>
  )
}
