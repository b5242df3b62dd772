import type { accounts } from '@sluice/contract/accounts'
import { handler } from '../operation.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { AppError } from '../../platform/app-error.ts'
import { lockAccount } from '../../users/lock-account.ts'
import { mailPasswordReset } from '../../users/mail-password-reset.ts'
import { issueResetToken, resetLink } from '../../users/password-reset.ts'

/** The password stays as it is until the link is used; using it ends every session of the account. */
export const resetPassword = handler<typeof accounts.resetPassword>(
  async (ctx, { params, caller, origin }) => {
    const { clock, config, database } = ctx
    const { accountId } = params
    const minutes = config.tokens.passwordResetMinutes
    return database.asSystem(async (tx) => {
      const account = await lockAccount(ctx, tx, { accountId, callerId: caller.userId })
      if (account.disabledUtc !== null)
        throw new AppError('entityConflict', { detail: 'This account is disabled. Enable it first.' })
      const now = clock.now()
      const expiresUtc = new Date(now.getTime() + minutes * 60_000).toISOString()
      const entry = { actorUserId: caller.userId, subject: { type: 'User', id: accountId }, ...origin }
      if (config.mail.url !== undefined) {
        await mailPasswordReset(ctx, tx, account)
        await recordAudit(tx, { action: 'account.passwordResetMailed', ...entry })
        return { link: null, expiresUtc }
      }
      const token = await issueResetToken(tx, { userId: accountId, now, minutes, wasMailed: false })
      await recordAudit(tx, { action: 'account.passwordResetLinkShown', ...entry })
      return { link: resetLink(config.publicUrl, account, token), expiresUtc }
    })
  },
)
