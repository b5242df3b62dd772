import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { userPassword } from '../platform/database/schema/users.ts'

const attemptsBeforeLock = 10
const lockMinutes = 15

/**
 * Counts the attempt before the password is looked at, so that many at once cannot try more often than one after
 * the other. The last one allowed locks the account; a right password lifts the lock again.
 * Returns the hash to compare with, or null while the account is locked.
 */
export async function reserveAttempt(tx: Transaction, userId: string, now: Date): Promise<string | null> {
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
    .returning({ passwordHash: userPassword.passwordHash })
  return row?.passwordHash ?? null
}

export async function clearAttempts(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(userPassword)
    .set({ failedSignIns: 0, lockedUntilUtc: null })
    .where(eq(userPassword.userId, userId))
}
