import type { ScheduleProblem } from '@sluice/contract/schedule'
import { Timestamp } from '../../platform/format/timestamp.tsx'

/** What kept jobs of the last occurrence from starting. */
export function ScheduleProblems({ problems }: { problems: readonly ScheduleProblem[] }) {
  if (problems.length === 0) return <span className="text-fg-2">None</span>
  return (
    <ul className="flex flex-col gap-2 py-2" aria-label="Problems">
      {problems.map(({ createdUtc, message, details }, index) => (
        // Problems have no ids, and the list is replaced as a whole.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="border-amber-edge border-l-2 pl-3">
          <p className="font-medium">{message}</p>
          {details === null ? null : <p className="text-fg-2 whitespace-pre-line">{details}</p>}
          <p className="text-12 text-fg-2">
            <Timestamp moment={createdUtc} />
          </p>
        </li>
      ))}
    </ul>
  )
}
