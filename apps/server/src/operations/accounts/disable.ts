import type { accounts } from '@sluice/contract/accounts'
import { handler } from '../operation.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { endInvitationsOf } from '../../invitations/invitation-store.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import { stopSchedulesOfAccount } from '../../schedules/stop-schedules.ts'
import { forgetDeviceAuthorizations } from '../../stacks/device-authorization-store.ts'
import { lockAccount, setDisabled } from '../../users/lock-account.ts'
import { revokeResetTokens } from '../../users/password-reset.ts'
import { endSessionsOf } from '../../users/session-store.ts'

/** Each call, Git request and schedule looks at the account itself; what is open is ended here. */
export const disable = handler<typeof accounts.disable>(async (ctx, { params, caller, origin }) => {
  const { accountId } = params
  await ctx.database.asSystem(async (tx) => {
    const account = await lockAccount(ctx, tx, { accountId, callerId: caller.userId })
    if (account.id === caller.userId)
      throw new AppError('entityConflict', { detail: 'You cannot disable your own account.' })
    if (account.disabledUtc !== null) return
    const now = ctx.clock.now()
    await setDisabled(tx, accountId, now)
    await endSessionsOf(tx, accountId, { now, reason: 'AccountDisabled' })
    await revokeResetTokens(tx, accountId, now)
    await forgetDeviceAuthorizations(tx, accountId)
    await stopSchedulesOfAccount(tx, accountId)
    for (const workspaceId of await endInvitationsOf(tx, { userId: accountId }))
      await announce(tx, { workspaceId, kind: 'pushWorkspace', ids: [workspaceId] })
    const subject = { type: 'User', id: accountId }
    await recordAudit(tx, { action: 'account.disabled', actorUserId: caller.userId, subject, ...origin })
  })
})
