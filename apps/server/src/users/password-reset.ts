import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { passwordReset } from '../platform/database/schema/users.ts'
import { newId } from '../platform/ids.ts'

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Makes the only valid reset token of a user; earlier ones become invalid. */
export async function issueResetToken(
  tx: Transaction,
  reset: { userId: string; now: Date; minutes: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { userId, now, minutes } = reset
  await revokeResetTokens(tx, userId, now)
  const expiresUtc = new Date(now.getTime() + minutes * 60_000)
  await tx.insert(passwordReset).values({ id: newId(), userId, tokenHash: hashOf(token), expiresUtc })
  return token
}

export async function revokeResetTokens(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(passwordReset)
    .set({ usedUtc: now })
    .where(and(eq(passwordReset.userId, userId), isNull(passwordReset.usedUtc)))
}

/** Uses the token up. False when it is not the living token of this user. */
export async function useResetToken(
  tx: Transaction,
  reset: { userId: string; token: string; now: Date },
): Promise<boolean> {
  const { userId, token, now } = reset
  const [row] = await tx
    .update(passwordReset)
    .set({ usedUtc: now })
    .where(
      and(
        eq(passwordReset.userId, userId),
        eq(passwordReset.tokenHash, hashOf(token)),
        isNull(passwordReset.usedUtc),
      ),
    )
    .returning({ expiresUtc: passwordReset.expiresUtc })
  return row !== undefined && row.expiresUtc > now
}
