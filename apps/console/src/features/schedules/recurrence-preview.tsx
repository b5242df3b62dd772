import { limits } from '@sluice/contract/limits'
import { formatUtc } from '../../platform/format/time.ts'
import { recurrenceText } from './recurrence-text.ts'

interface RecurrencePreviewProps {
  recurrence: string
  upcoming: readonly string[]
}

/** What a recurrence means: in words, and the times of its next occurrences. */
export function RecurrencePreview({ recurrence, upcoming }: RecurrencePreviewProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">{recurrenceText(recurrence.trim())}</p>
      <p id="upcoming-occurrences" className="text-12 text-fg-2">
        Upcoming occurrences
      </p>
      <ol aria-labelledby="upcoming-occurrences" className="tabular-nums">
        {upcoming.slice(0, limits.upcomingOccurrences).map((moment) => (
          <li key={moment}>
            <time dateTime={moment}>{formatUtc(moment)}</time>
          </li>
        ))}
      </ol>
    </div>
  )
}
