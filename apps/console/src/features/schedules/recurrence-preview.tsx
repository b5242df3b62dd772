import { limits } from '@sluice/contract/limits'
import { formatUtc } from '../../platform/format/time.ts'
import { cn } from '../../platform/ui/cn.ts'
import { recurrenceText } from './recurrence-text.ts'

interface RecurrencePreviewProps {
  recurrence: string
  /** Undefined while they are asked for; the place of five is kept then. */
  upcoming: readonly string[] | undefined
  /** A disabled schedule has these occurrences only once it is enabled. */
  isEnabled?: boolean
}

/** What a recurrence means: in words, and the times of its next occurrences. */
export function RecurrencePreview({ recurrence, upcoming, isEnabled = true }: RecurrencePreviewProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">{recurrenceText(recurrence.trim())}</p>
      <p id="upcoming-occurrences" className="text-12 text-fg-2">
        {isEnabled ? 'Upcoming occurrences' : 'Upcoming occurrences once the schedule is enabled'}
      </p>
      <ol
        aria-labelledby="upcoming-occurrences"
        className={cn('tabular-nums', upcoming === undefined && 'min-h-[5lh]')}
      >
        {upcoming?.slice(0, limits.upcomingOccurrences).map((moment) => (
          <li key={moment}>
            <time dateTime={moment}>{formatUtc(moment)}</time>
          </li>
        ))}
      </ol>
    </div>
  )
}
