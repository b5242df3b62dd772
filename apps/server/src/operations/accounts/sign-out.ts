import type { accounts } from '@sluice/contract/accounts'
import { handler } from '../operation.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { lockAccount } from '../../users/lock-account.ts'
import { endSessionsOf } from '../../users/session-store.ts'

export const signOut = handler<typeof accounts.signOut>(async (ctx, { params, caller, origin }) => {
  const { accountId } = params
  await ctx.database.asSystem(async (tx) => {
    await lockAccount(ctx, tx, { accountId, callerId: caller.userId })
    await endSessionsOf(tx, accountId, { now: ctx.clock.now(), reason: 'EndedByAdministrator' })
    const subject = { type: 'User', id: accountId }
    await recordAudit(tx, { action: 'account.signedOut', actorUserId: caller.userId, subject, ...origin })
  })
})
