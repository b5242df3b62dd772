import type { JobStatus, JobWithNotices } from '@sluice/contract/job'
import type { RowGroup } from '../../platform/tables/column.ts'

const groups = [
  { title: 'Pending', holds: ['Pending'] },
  { title: 'Queued', holds: ['Queued'] },
  { title: 'Running', holds: ['Running', 'Cancelling'] },
  { title: 'Ended', holds: ['Ended'] },
] as const satisfies { title: string; holds: JobStatus[] }[]

/** Jobs under the headings of their status; groups without jobs are left out. */
export const groupJobs = (jobs: readonly JobWithNotices[]): RowGroup<JobWithNotices>[] =>
  groups
    .map(({ title, holds }) => ({
      title,
      rows: jobs.filter((job) => holds.some((status) => status === job.status)),
    }))
    .filter((group) => group.rows.length > 0)
