import type { ProgressScope } from '@sluice/contract/progress'
import { useNowBySecond } from '../../platform/format/clock.ts'
import { StatusIcon } from '../../platform/ui/status.tsx'
import { progressCount, progressRate, progressTimeLeft, stateWords } from './progress-rate.ts'
import { failedSoFar, tellingPart } from './steps.ts'

/** What a job does right now, in one line, and what failed of it so far. */
export function CurrentDetail({ scopes }: { scopes: readonly ProgressScope[] }) {
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
