import type { Environment } from '@sluice/contract/environment'
import type { JobWithNotices } from '@sluice/contract/job'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { JobStatusText } from '../jobs/job-status.tsx'
import { useJobTitle } from '../jobs/use-job-title.ts'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { MemberName } from '../workspaces/member-name.tsx'

const shownJobs = 5

/** The newest jobs of an environment. */
export function RecentJobs({ environment: { id } }: { environment: Environment }) {
  const params = useStackParams()
  const select = useCallback(
    (rows: ReadonlyMap<string, JobWithNotices>) =>
      [...rows.values()]
        .filter((job) => job.affectedEnvironments.some(({ environmentId }) => environmentId === id))
        .toSorted((a, b) => b.createdUtc.localeCompare(a.createdUtc))
        .slice(0, shownJobs),
    [id],
  )
  const jobs = useDerived(entities.jobs, select)
  const all = (
    <Link to={`${stackPath}/jobs`} params={params} className={linkClasses}>
      All jobs
    </Link>
  )
  return (
    <Card title="Latest jobs" actions={all}>
      {jobs.length === 0 ? <p className="text-fg-2 p-4">No job has run in this environment yet.</p> : null}
      <ul className="divide-line divide-y">
        {jobs.map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </ul>
    </Card>
  )
}

function JobLine({ job }: { job: JobWithNotices }) {
  const params = useStackParams()
  const titleOf = useJobTitle()
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-4 px-4 py-1.5">
      <span className="w-36 shrink-0">
        <JobStatusText job={job} />
      </span>
      <Link
        to={`${stackPath}/jobs/$jobId`}
        params={{ ...params, jobId: job.id }}
        className="hover:text-accent-fg min-w-0 flex-1 basis-48 font-medium wrap-anywhere hover:underline"
      >
        {titleOf(job)}
      </Link>
      <span className="text-12 text-fg-2">
        <MemberName userId={job.createdByUserId} />, <Timestamp moment={job.endedUtc ?? job.createdUtc} />
      </span>
    </li>
  )
}
