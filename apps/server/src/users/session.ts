import type { AuthTokens } from '@sluice/contract/user'
import type { Context } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'
import { session } from '../platform/database/schema/users.ts'
import { newId } from '../platform/ids.ts'
import { issueAccessToken } from './access-token.ts'
import { startFamily } from './refresh-token.ts'

/** Where a call comes from, for the audit trail. */
export interface Origin {
  ipAddress: string
  userAgent: string | null
  traceId: string
}

/** Opens a session for a user who has just proved who he is. */
export async function startSession(
  ctx: Context,
  tx: Transaction,
  from: { userId: string; origin: Origin },
): Promise<AuthTokens> {
  const now = ctx.clock.now()
  const expiresUtc = new Date(now.getTime() + ctx.config.tokens.refreshSeconds * 1000)
  const id = newId()
  const { userId, origin } = from
  const { ipAddress, userAgent } = origin
  await tx.insert(session).values({ id, userId, expiresUtc, authenticatedUtc: now, ipAddress, userAgent })
  const refresh = await startFamily(tx, { sessionId: id, expiresUtc })
  return tokensOf(ctx, { userId, sessionId: id, refreshToken: refresh })
}

/** The pair that a sign-in or a refresh answers. */
export async function tokensOf(
  ctx: Context,
  of: { userId: string; sessionId: string; refreshToken: string },
): Promise<AuthTokens> {
  const seconds = ctx.config.tokens.accessSeconds
  const { userId, sessionId, refreshToken } = of
  const accessToken = await issueAccessToken(ctx.secrets, {
    userId,
    sessionId,
    now: ctx.clock.now(),
    seconds,
  })
  return { accessToken, expiresIn: seconds, refreshToken }
}
