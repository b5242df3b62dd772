import { and, eq, sql } from 'drizzle-orm'
import { isAwaited } from '../inquiries/inquiry-store.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import { announce } from '../platform/database/announce.ts'
import type { Transaction } from '../platform/database/database.ts'
import { inquiry } from '../platform/database/schema/inquiries.ts'

export interface ConflictReference {
  readonly workspaceId: string
  readonly jobId: string
  readonly conflictId: string
}

/**
 * Refuses to change a conflict on which its job does not wait any more. The row of the job stays locked until the transaction
 * ends: changes of several people happen one after the other, and none comes after the answer.
 */
export async function requireOpen(
  tx: Transaction,
  { jobId, conflictId }: ConflictReference,
  clock: Clock,
): Promise<void> {
  const jobWaits = await isAwaited(tx, jobId)
  const [asked] = await tx
    .select({ status: inquiry.status, before: inquiry.answerRequiredBeforeUtc })
    .from(inquiry)
    .where(
      and(
        eq(inquiry.jobId, jobId),
        eq(inquiry.subject, 'MergeConflict'),
        eq(sql`${inquiry.prompt} ->> 'conflictId'`, conflictId),
      ),
    )
  if (asked?.status === 'Answered')
    throw closed('Somebody has already ended the resolution of this conflict.')
  if (!jobWaits || asked?.status !== 'Pending')
    throw closed('The job does not wait for the resolution of this conflict.')
  if (asked.before && asked.before <= clock.now()) throw closed('The time to resolve this conflict is over.')
}

const closed = (detail: string): AppError => new AppError('entityConflict', { detail })

/** Files of the conflict have changed. */
export async function announceConflict(
  tx: Transaction,
  { workspaceId, conflictId }: Pick<ConflictReference, 'workspaceId' | 'conflictId'>,
): Promise<void> {
  await announce(tx, { workspaceId, kind: 'pushConflicts', ids: [conflictId] })
}
