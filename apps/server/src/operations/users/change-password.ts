import type { users } from '@sluice/contract/users'
import { handler } from '../operation.ts'
import { passwordChanged } from '../../mail-texts/account-mails.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { newPasswordErrors } from '../../users/new-password.ts'
import { revokeResetTokens } from '../../users/password-reset.ts'
import { requireRecentSignIn } from '../../users/recent-sign-in.ts'
import { endSessionsOf } from '../../users/session-store.ts'
import { replacePassword } from '../../users/password-store.ts'

export const changePassword = handler<typeof users.changePassword>(async (ctx, { body, caller, origin }) => {
  requireRecentSignIn(ctx, caller)
  const validationErrors = newPasswordErrors(body.newPassword)
  if (validationErrors.length > 0) {
    throw new AppError('identityResetPasswordValidationFailed', { validationErrors })
  }
  const passwordHash = await ctx.passwords.hash(body.newPassword)
  const now = ctx.clock.now()
  await ctx.database.asSystem(async (tx) => {
    await replacePassword(tx, { userId: caller.userId, passwordHash, now })
    await revokeResetTokens(tx, caller.userId, now)
    await endSessionsOf(tx, caller.userId, { now, reason: 'PasswordChanged', except: caller.sessionId })
    await ctx.mail.send(tx, { to: caller.emailAddress, ...passwordChanged(ctx.config.product) })
    await recordAudit(tx, { action: 'user.passwordChanged', actorUserId: caller.userId, ...origin })
  })
})
