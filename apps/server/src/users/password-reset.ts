import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { passwordReset } from '../platform/database/schema/users.ts'
import { newId } from '../platform/ids.ts'

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Makes the only valid reset token of a user; earlier ones become invalid. */
export async function issueResetToken(
  tx: Transaction,
  reset: { userId: string; now: Date; minutes: number; wasMailed: boolean },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { userId, now, minutes, wasMailed } = reset
  await revokeResetTokens(tx, userId, now)
  const expiresUtc = new Date(now.getTime() + minutes * 60_000)
  await tx
    .insert(passwordReset)
    .values({ id: newId(), userId, tokenHash: hashOf(token), expiresUtc, wasMailed })
  return token
}

/** The page of the console that uses the token. */
export function resetLink(
  publicUrl: string,
  { id, emailAddress }: { readonly id: string; readonly emailAddress: string },
  token: string,
): string {
  return [publicUrl, ...['password', 'reset', id, token, emailAddress].map(encodeURIComponent)].join('/')
}

export async function revokeResetTokens(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(passwordReset)
    .set({ usedUtc: now })
    .where(and(eq(passwordReset.userId, userId), isNull(passwordReset.usedUtc)))
}

/** Uses the token up and returns how its link reached the user; null when it is not the living token of this user. */
export async function useResetToken(
  tx: Transaction,
  reset: { userId: string; token: string; now: Date },
): Promise<{ wasMailed: boolean } | null> {
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
    .returning({ expiresUtc: passwordReset.expiresUtc, wasMailed: passwordReset.wasMailed })
  return row !== undefined && row.expiresUtc > now ? { wasMailed: row.wasMailed } : null
}
