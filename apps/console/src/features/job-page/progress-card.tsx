import type { JobWithNotices } from '@sluice/contract/job'
import { useEffect } from 'react'
import { formatRelative } from '../../platform/format/time.ts'
import { useNowBySecond } from '../../platform/format/clock.ts'
import { Card } from '../../platform/ui/card.tsx'
import { cn } from '../../platform/ui/cn.ts'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { CurrentDetail } from './current-detail.tsx'
import { rememberPercent } from './job-percent.ts'
import { ProgressTree } from './progress-tree.tsx'
import { jobPercent } from './steps.ts'
import { useProgress } from './use-progress.ts'

/** The card has this height from the start, so that the content below it does not move when the first progress arrives. */
const usualHeight = 'min-h-64'

/** What a job is doing right now, and the steps that it has come through. */
export function ProgressCard({ job }: { job: JobWithNotices }) {
  const state = useProgress(job)
  const percent = state.kind === 'live' ? jobPercent(state.progress.rootProgressScopes) : null
  useEffect(() => {
    rememberPercent(job.id, percent)
    return () => rememberPercent(job.id, null)
  }, [job.id, percent])
  return (
    <Card title="Progress">
      {state.kind === 'live' ? (
        <div className={usualHeight}>
          <CurrentDetail scopes={state.progress.rootProgressScopes} />
          <ProgressTree job={job} scopes={state.progress.rootProgressScopes} />
          <Updated timestampUtc={state.progress.timestampUtc} />
        </div>
      ) : (
        <div className={cn('text-fg-2 px-4 py-3', state.kind === 'unavailable' || usualHeight)}>
          {state.kind === 'connecting' ? <Spinner label="Connecting to progress feed" /> : null}
          {state.kind === 'waiting' ? <Spinner label="Waiting for progress data" /> : null}
          {state.kind === 'unavailable' ? <output>Progress feed is not available</output> : null}
        </div>
      )}
    </Card>
  )
}

function Updated({ timestampUtc }: { timestampUtc: string }) {
  const now = useNowBySecond()
  const seconds = Math.max(0, Math.floor((now - Date.parse(timestampUtc)) / 1000))
  const when =
    seconds < 2 ? 'just now' : seconds < 60 ? `${seconds} seconds ago` : formatRelative(timestampUtc, now)
  return <p className="text-12 text-fg-2 px-4 py-2">{`Live · updated ${when}`}</p>
}
