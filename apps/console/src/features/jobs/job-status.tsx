import type { JobWithNotices } from '@sluice/contract/job'
import { displayStatus, displayStatusText, remarkOf } from '@sluice/contract/job-rules'
import { StatusBadge, StatusText } from '../../platform/ui/status.tsx'

/** For rows: what the job has to say beside its status stands below it. */
export function JobStatusText({ job }: { job: JobWithNotices }) {
  const remark = remarkOf(job)
  return (
    <>
      <StatusText status={displayStatus(job)} label={displayStatusText(job)} />
      {remark === null ? null : <span className="text-12 text-fg-2 block pl-5.5">{remark}</span>}
    </>
  )
}

export const JobStatusBadge = ({ job }: { job: JobWithNotices }) => (
  <StatusBadge status={displayStatus(job)} label={displayStatusText(job)} detail={remarkOf(job)} />
)
