import { createHmac, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { userPassword } from '../platform/database/schema/users.ts'
import { clearAttempts, recordFailure, reserveAttempt } from '../users/sign-in-attempts.ts'
import { type UserRow, canonicalEmail } from '../users/user.ts'
import { findUserByEmail } from '../users/user-store.ts'

const rememberedMs = 60_000
const rememberedAtMost = 1_000

/**
 * Checks a Sluice e-mail address and password, with the attempts and the lock of the sign-in. One `git clone` sends
 * both with each of its requests, and comparing is slow on purpose: a match is remembered for a minute, under a key
 * that the process makes at its start, and only while the stored hash stays the one it matched.
 */
export function passwordCheck(ctx: Pick<Context, 'database' | 'clock' | 'passwords'>) {
  const key = randomBytes(32)
  const remembered = new Map<string, { hash: string; until: number }>()

  const isRemembered = async (mark: string, user: UserRow): Promise<boolean> => {
    const known = remembered.get(mark)
    if (known === undefined || known.until < ctx.clock.now().getTime()) return false
    const [row] = await ctx.database.asSystem((tx) =>
      tx
        .select({ hash: userPassword.passwordHash })
        .from(userPassword)
        .where(eq(userPassword.userId, user.id)),
    )
    return row?.hash === known.hash
  }

  return async (emailAddress: string, password: string): Promise<UserRow | null> => {
    const user = await ctx.database.asSystem((tx) => findUserByEmail(tx, canonicalEmail(emailAddress)))
    if (user === null) {
      await ctx.passwords.pretendToCompare(password)
      return null
    }
    const mark = createHmac('sha256', key).update(`${user.id}\0${password}`).digest('base64')
    if (await isRemembered(mark, user)) return user
    const now = ctx.clock.now()
    const attempt = await ctx.database.asSystem((tx) => reserveAttempt(tx, user.id, now))
    if (attempt === null) return null
    const { passwordHash: hash } = attempt
    if (!(await ctx.passwords.matches(hash, password))) {
      const entry = { actorUserId: user.id, details: { to: 'Git' } }
      await ctx.database.asSystem((tx) => recordFailure(tx, attempt, entry))
      return null
    }
    await ctx.database.asSystem((tx) => clearAttempts(tx, user.id))
    if (remembered.size >= rememberedAtMost) remembered.clear()
    remembered.set(mark, { hash, until: now.getTime() + rememberedMs })
    return user
  }
}
