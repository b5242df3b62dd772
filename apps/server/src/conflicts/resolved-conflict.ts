import { inquiryAnswers, inquiryPrompts } from '@sluice/contract/inquiry'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { inquiry } from '../platform/database/schema/inquiries.ts'
import { countUnresolved } from './resolutions.ts'

type Asked = Pick<typeof inquiry.$inferSelect, 'subject' | 'prompt'>

/** Refuses to let a job go on with a conflict of which files are not resolved. */
export async function requireResolved(tx: Transaction, asked: Asked, answer: unknown): Promise<void> {
  if (asked.subject !== 'MergeConflict' || !inquiryAnswers.MergeConflict.parse(answer).continue) return
  const { conflictId } = inquiryPrompts.MergeConflict.parse(asked.prompt)
  const left = await countUnresolved(tx, conflictId)
  if (left === 0) return
  const files = left === 1 ? '1 file is' : `${left} files are`
  throw new AppError('entityConflict', { detail: `${files} not resolved yet.` })
}
