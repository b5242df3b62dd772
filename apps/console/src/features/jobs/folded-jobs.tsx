import type { JobWithNotices } from '@sluice/contract/job'
import { createContext, use, useCallback, useMemo, useState } from 'react'
import { formatDay } from '../../platform/format/time.ts'
import { foldRepeats, repeatsText } from './fold-repeats.ts'
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
