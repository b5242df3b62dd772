import { eq } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { appUser, userPassword } from '../platform/database/schema/users.ts'

/** Sets the password's hash and lifts a lock that wrong ones brought. */
export async function replacePassword(
  tx: Transaction,
  change: { userId: string; passwordHash: string; now: Date },
): Promise<void> {
  const { userId, passwordHash, now } = change
  await tx
    .update(userPassword)
    .set({ passwordHash, failedSignIns: 0, lockedUntilUtc: null })
    .where(eq(userPassword.userId, userId))
  await tx.update(appUser).set({ passwordLastChangedUtc: now }).where(eq(appUser.id, userId))
}
