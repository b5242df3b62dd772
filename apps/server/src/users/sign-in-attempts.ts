import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { failedAttempts, type FailedAttempts } from '../platform/failed-attempts.ts'
import type { Transaction } from '../platform/database/database.ts'
import { userPassword } from '../platform/database/schema/users.ts'
import { type AuditEntry, recordAudit } from '../audit-log/record-audit.ts'

/** An attempt that may be made. */
export interface ReservedAttempt {
  /** What the password is compared with. */
  readonly passwordHash: string
  /** Whether the account is locked unless the password is right. */
  readonly isLast: boolean
}

const attemptsBeforeLock = 10
const lockMinutes = 15

/** Counts the attempts of addresses without an account, in the memory of this process, with the limit of accounts. */
export const countUnknownSignIns = (now: () => Date): FailedAttempts =>
  failedAttempts({ max: attemptsBeforeLock, now })

/**
 * Counts the attempt before the password is looked at, so that many at once cannot try more often than one after
 * the other. The last one allowed locks the account; a right password lifts the lock again.
 * Returns null while the account is locked.
 */
export async function reserveAttempt(
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<ReservedAttempt | null> {
  const lockedUntil = new Date(now.getTime() + lockMinutes * 60_000)
  const [row] = await tx
    .update(userPassword)
    .set({
      failedSignIns: sql`case when ${userPassword.lockedUntilUtc} is null then ${userPassword.failedSignIns} + 1 else 1 end`,
      lockedUntilUtc: sql`case when ${userPassword.lockedUntilUtc} is null and ${userPassword.failedSignIns} + 1 >= ${attemptsBeforeLock}
        then ${lockedUntil.toISOString()}::timestamptz end`,
    })
    .where(
      and(
        eq(userPassword.userId, userId),
        or(isNull(userPassword.lockedUntilUtc), lte(userPassword.lockedUntilUtc, now)),
      ),
    )
    .returning({ passwordHash: userPassword.passwordHash, lockedUntilUtc: userPassword.lockedUntilUtc })
  return row ? { passwordHash: row.passwordHash, isLast: row.lockedUntilUtc !== null } : null
}

/** Writes down that the password of the attempt was wrong, and that the account is locked when it was the last one. */
export async function recordFailure(
  tx: Transaction,
  { isLast }: ReservedAttempt,
  entry: Omit<AuditEntry, 'action'>,
): Promise<void> {
  await recordAudit(tx, { ...entry, action: 'user.signInFailed' })
  if (isLast) await recordAudit(tx, { ...entry, action: 'user.lockedOut' })
}

export async function clearAttempts(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(userPassword)
    .set({ failedSignIns: 0, lockedUntilUtc: null })
    .where(eq(userPassword.userId, userId))
}
