import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { announceEndedSessions } from '../platform/database/announce.ts'
import type { Transaction } from '../platform/database/database.ts'
import { appUser, session } from '../platform/database/schema/users.ts'
import { isGlobalAdministrator } from './user.ts'

/** Who calls, as the session says it at this moment. */
export interface Caller {
  userId: string
  sessionId: string
  emailAddress: string
  isGlobalAdministrator: boolean
  /** When the password was last typed in this session. */
  authenticatedUtc: Date
}

/** The caller of a living session, or null when it was ended, has expired or is somebody else's, and for a disabled account. */
export async function findCaller(
  ctx: Context,
  tx: Transaction,
  claims: { userId: string; sessionId: string },
): Promise<Caller | null> {
  const [row] = await tx
    .select({
      userId: appUser.id,
      sessionId: session.id,
      emailAddress: appUser.emailAddress,
      emailIsConfirmed: appUser.emailIsConfirmed,
      isFirstAccount: appUser.isFirstAccount,
      disabledUtc: appUser.disabledUtc,
      authenticatedUtc: session.authenticatedUtc,
    })
    .from(session)
    .innerJoin(appUser, eq(appUser.id, session.userId))
    .where(
      and(
        eq(session.id, claims.sessionId),
        eq(session.userId, claims.userId),
        isNull(appUser.disabledUtc),
        isNull(session.endedUtc),
        gt(session.expiresUtc, ctx.clock.now()),
      ),
    )
  if (!row) return null
  const { userId, sessionId, emailAddress, authenticatedUtc } = row
  return {
    userId,
    sessionId,
    emailAddress,
    authenticatedUtc,
    isGlobalAdministrator: isGlobalAdministrator(ctx.config, row),
  }
}

type EndedReason = NonNullable<(typeof session.$inferSelect)['endedReason']>

export async function endSession(
  tx: Transaction,
  sessionId: string,
  end: { now: Date; reason: EndedReason },
): Promise<void> {
  const [ended] = await tx
    .update(session)
    .set({ endedUtc: end.now, endedReason: end.reason })
    .where(and(eq(session.id, sessionId), isNull(session.endedUtc)))
    .returning({ userId: session.userId })
  if (ended) await announceEndedSessions(tx, ended.userId)
}

/** Ends every session of a user, except the one that goes on. */
export async function endSessionsOf(
  tx: Transaction,
  userId: string,
  end: { now: Date; reason: EndedReason; except?: string },
): Promise<void> {
  await tx
    .update(session)
    .set({ endedUtc: end.now, endedReason: end.reason })
    .where(
      and(
        eq(session.userId, userId),
        isNull(session.endedUtc),
        end.except === undefined ? undefined : ne(session.id, end.except),
      ),
    )
  await announceEndedSessions(tx, userId)
}
