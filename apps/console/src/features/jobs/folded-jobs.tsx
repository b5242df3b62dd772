import type { JobWithNotices } from '@sluice/contract/job'
import { createContext, use, useCallback, useMemo, useState } from 'react'
import { formatDay } from '../../platform/format/time.ts'
import { useJobTitle } from './use-job-title.ts'

interface Folding {
  repeats: ReadonlyMap<string, readonly JobWithNotices[]>
  unfolded: ReadonlySet<string>
  toggle: (jobId: string) => void
}

/** What the rows of the list know of the runs that they stand for. */
export const FoldingContext = createContext<Folding | null>(null)

/** The rows of the list with repeated runs of a day folded. */
export function useFoldedJobs(jobs: readonly JobWithNotices[]): { rows: JobWithNotices[]; folding: Folding } {
  const titleOf = useJobTitle()
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (jobId: string) =>
      setUnfolded((known) => {
        const next = new Set(known)
        if (!next.delete(jobId)) next.add(jobId)
        return next
      }),
    [],
  )
  const { rows, repeats } = useMemo(() => {
    const keyOf = (job: JobWithNotices) =>
      [
        titleOf(job),
        formatDay(Date.parse(job.createdUtc)),
        job.createdByScheduleId ?? job.createdByUserId,
        JSON.stringify(job.commandInput),
      ].join('\n')
    return foldRepeats(jobs, { keyOf, unfolded })
  }, [jobs, titleOf, unfolded])
  const folding = useMemo(() => ({ repeats, unfolded, toggle }), [repeats, unfolded, toggle])
  return { rows, folding }
}

/** Shows or hides the earlier runs that a row stands for; nothing for a job that was run once. */
export function EarlierRuns({ job }: { job: JobWithNotices }) {
  const folding = use(FoldingContext)
  const earlier = folding?.repeats.get(job.id)
  if (!folding || !earlier) return null
  return (
    <button
      type="button"
      aria-expanded={folding.unfolded.has(job.id)}
      onClick={() => folding.toggle(job.id)}
      className="border-line bg-surface text-12 text-fg-2 hover:bg-hover hover:text-fg h-5 shrink-0 cursor-default rounded-full border px-2 whitespace-nowrap"
    >
      {repeatsText(earlier)}
    </button>
  )
}

/** Fewer repeats than this are shown as they are. */
const leastRepeats = 3

interface FoldedJobs {
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
