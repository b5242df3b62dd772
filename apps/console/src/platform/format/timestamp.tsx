import { Tooltip } from '../ui/tooltip.tsx'
import { useNowByHalfMinute, useNowBySecond } from './clock.ts'
import { formatClock } from './duration.ts'
import { formatLocal, formatRelative, formatUtc } from './time.ts'

/** A moment, told relative to now; the tooltip has it in full. */
export function Timestamp({ moment }: { moment: string | null | undefined }) {
  const now = useNowByHalfMinute()
  if (!moment) return <span className="text-fg-3">—</span>
  return (
    <Tooltip
      label={
        <>
          {formatLocal(moment)}
          <br />
          {formatUtc(moment)}
        </>
      }
    >
      <time dateTime={moment}>{formatRelative(moment, now)}</time>
    </Tooltip>
  )
}

/** The time since a moment, ticking every second. */
export function Elapsed({ since }: { since: string }) {
  const now = useNowBySecond()
  return <span className="tabular-nums">{formatClock(now - Date.parse(since))}</span>
}
