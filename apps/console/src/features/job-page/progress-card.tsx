import type { JobWithNotices } from '@sluice/contract/job'
import type { ProgressScope } from '@sluice/contract/progress'
import { useEffect, useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { useNowBySecond } from '../../platform/format/clock.ts'
import { formatRelative } from '../../platform/format/time.ts'
import { useNetwork } from '../../platform/network-context.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { cn } from '../../platform/ui/cn.ts'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { StatusIcon } from '../../platform/ui/status.tsx'
import { rememberPercent } from './job-percent.ts'
import { type ProgressState, followProgress } from './progress-feed.ts'
import { progressCount, progressRate, progressTimeLeft, stateWords } from './progress-rate.ts'
import { ProgressTree } from './progress-tree.tsx'
import { failedSoFar, jobPercent, tellingPart } from './steps.ts'

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

/** What a job does right now, in one line, and what failed of it so far. */
function CurrentDetail({ scopes }: { scopes: readonly ProgressScope[] }) {
  const now = useNowBySecond()
  const step = scopes.findLast(({ status }) => status === 'Executing')
  if (step === undefined) return null
  const part = tellingPart(step)
  const state = step.state ?? part.state
  const detail = [
    progressCount(part),
    progressRate(part, now),
    progressTimeLeft(part, now),
    state === null ? null : stateWords(state),
  ].filter((text) => text !== null && text !== '')
  const failed = failedSoFar(scopes)
  return (
    <div className="border-line border-b px-4 py-3">
      <p className="truncate tabular-nums">
        <span className="font-medium">{step.name}</span>
        {detail.length === 0 ? null : <span className="text-fg-2">{` · ${detail.join(' · ')}`}</span>}
      </p>
      {failed === null ? null : (
        <p className="text-amber-text flex items-center gap-1.5 pt-1">
          <StatusIcon status="Warning" />
          {failed}
        </p>
      )}
    </div>
  )
}

/** The live progress of a job while this is on the page. */
function useProgress({ workspaceId, stackId, id: jobId }: JobWithNotices): ProgressState {
  const client = useClient()
  const network = useNetwork()
  const { apiBaseAddress } = useConfig()
  const [state, setState] = useState<ProgressState>({ kind: 'connecting' })
  useEffect(
    () =>
      followProgress({
        subscribe: () => client.jobs.subscribeToProgress({ params: { workspaceId, stackId, jobId } }),
        open: (events) => network.openLine(`${apiBaseAddress}/progress`, events),
        onState: setState,
      }),
    [client, network, apiBaseAddress, workspaceId, stackId, jobId],
  )
  return state
}
