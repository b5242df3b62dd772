import type { JobWithNotices } from '@sluice/contract/job'

/** Fewer repeats than this are shown as they are. */
const leastRepeats = 3

export interface FoldedJobs {
  /** What the list shows: of repeated runs the newest. */
  rows: JobWithNotices[]
  /** The earlier runs that a row stands for, by its id. */
  repeats: ReadonlyMap<string, readonly JobWithNotices[]>
}

interface FoldOptions {
  /** Jobs with the same key next to each other are runs of one thing. */
  keyOf: (job: JobWithNotices) => string
  /** The rows whose earlier runs a person wants to see. */
  unfolded: ReadonlySet<string>
}

/** Folds ended jobs that were run again and again into the newest of them. The jobs are in the order of the list. */
export function foldRepeats(jobs: readonly JobWithNotices[], { keyOf, unfolded }: FoldOptions): FoldedJobs {
  const rows: JobWithNotices[] = []
  const repeats = new Map<string, JobWithNotices[]>()
  for (let at = 0; at < jobs.length;) {
    const run = runAt(jobs, at, keyOf)
    const [newest, ...earlier] = run
    if (newest === undefined) break
    rows.push(newest)
    if (run.length >= leastRepeats) repeats.set(newest.id, earlier)
    if (run.length < leastRepeats || unfolded.has(newest.id)) rows.push(...earlier)
    at += run.length
  }
  return { rows, repeats }
}

/** The job at a place with those after it that repeat it; a job that has not ended stands alone. */
function runAt(
  jobs: readonly JobWithNotices[],
  at: number,
  keyOf: FoldOptions['keyOf'],
): readonly JobWithNotices[] {
  const first = jobs[at]
  if (first === undefined || first.status !== 'Ended') return jobs.slice(at, at + 1)
  const key = keyOf(first)
  let end = at + 1
  for (let next = jobs[end]; next?.status === 'Ended' && keyOf(next) === key; next = jobs[end]) end += 1
  return jobs.slice(at, end)
}

/** "11 earlier runs, 2 failed". */
export function repeatsText(earlier: readonly JobWithNotices[]): string {
  const failed = earlier.filter(({ outcome }) => outcome === 'Failed' || outcome === 'TimedOut').length
  return `${earlier.length} earlier runs${failed === 0 ? '' : `, ${failed} failed`}`
}
