import type { JobStatus, JobWithNotices } from '@sluice/contract/job'
import { formatDay } from '../../platform/format/time.ts'
import type { RowGroup } from '../../platform/tables/column.ts'

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
