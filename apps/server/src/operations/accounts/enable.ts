import type { accounts } from '@sluice/contract/accounts'
import { handler } from '../operation.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { lockAccount, setDisabled } from '../../users/lock-account.ts'

/** The person signs in again; schedules that were stopped stay disabled. */
export const enable = handler<typeof accounts.enable>(async (ctx, { params, caller, origin }) => {
  const { accountId } = params
  await ctx.database.asSystem(async (tx) => {
    const account = await lockAccount(ctx, tx, { accountId, callerId: caller.userId })
    if (account.disabledUtc === null) return
    await setDisabled(tx, accountId, null)
    const subject = { type: 'User', id: accountId }
    await recordAudit(tx, { action: 'account.enabled', actorUserId: caller.userId, subject, ...origin })
  })
})
