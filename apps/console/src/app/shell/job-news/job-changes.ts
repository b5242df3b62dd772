import type { JobWithNotices } from '@sluice/contract/job'
import { isUnfinished } from '@sluice/contract/job-rules'

/** Something that happened to a job and that a person may want to know at once. */
export interface JobChange {
  kind: 'ended' | 'asks'
  job: JobWithNotices
}

/** What was known of a job at the last look. */
interface SeenJob {
  isOver: boolean
  asks: boolean
}
export type SeenJobs = ReadonlyMap<string, SeenJob>

const asksNow = (job: JobWithNotices): boolean => isUnfinished(job) && job.hasPendingInquiries
const seenOf = (job: JobWithNotices): SeenJob => ({ isOver: !isUnfinished(job), asks: asksNow(job) })

export const seeJobs = (rows: ReadonlyMap<string, JobWithNotices>): SeenJobs =>
  new Map([...rows.values()].map((job) => [job.id, seenOf(job)]))

/** A job that is first seen as ended is news only while its end is fresh: old ones are pushed too. */
const freshMs = 60_000

/** What has happened to the jobs since they were seen. */
export function changesSince(
  seen: SeenJobs,
  rows: ReadonlyMap<string, JobWithNotices>,
  now: number,
): JobChange[] {
  const changes: JobChange[] = []
  for (const job of rows.values()) {
    const before = seen.get(job.id)
    const after = seenOf(job)
    const isFresh = job.endedUtc !== null && now - Date.parse(job.endedUtc) < freshMs
    if (after.isOver && (before === undefined ? isFresh : !before.isOver))
      changes.push({ kind: 'ended', job })
    else if (after.asks && before?.asks !== true) changes.push({ kind: 'asks', job })
  }
  return changes
}
