import type { JobWithNotices } from '@sluice/contract/job'
import { isUnfinished } from '@sluice/contract/job-rules'
import { formatDuration } from '../../platform/format/duration.ts'
import { Elapsed } from '../../platform/format/timestamp.tsx'

/** How long a job ran, has run, or has waited for its start. */
export function JobDuration({ job }: { job: JobWithNotices }) {
  if (isUnfinished(job))
    return (
      <span>
        {job.startedUtc ? 'Running for ' : 'Waiting for '}
        <Elapsed since={job.startedUtc ?? job.createdUtc} />
      </span>
    )
  if (!job.startedUtc || !job.endedUtc) return null
  return <span>{`Ran for ${formatDuration(Date.parse(job.endedUtc) - Date.parse(job.startedUtc))}`}</span>
}
