import type { users } from '@sluice/contract/users'
import { handler } from '../operation.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { endSession } from '../../users/session-store.ts'

export const logout = handler<typeof users.logout>(async (ctx, { caller, origin }) => {
  await ctx.database.asSystem(async (tx) => {
    await endSession(tx, caller.sessionId, { now: ctx.clock.now(), reason: 'SignedOut' })
    await recordAudit(tx, { action: 'user.signedOut', actorUserId: caller.userId, ...origin })
  })
})
