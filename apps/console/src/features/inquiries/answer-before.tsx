import type { Inquiry } from '@sluice/contract/inquiry'
import { Timestamp } from '../../platform/format/timestamp.tsx'

/** Until when an answer counts; nothing where there is no limit. */
export function AnswerBefore({ inquiry }: { inquiry: Inquiry }) {
  const { answerRequiredBeforeUtc } = inquiry
  if (answerRequiredBeforeUtc === null) return null
  return (
    <span>
      Ends <Timestamp moment={answerRequiredBeforeUtc} /> without an answer
    </span>
  )
}
