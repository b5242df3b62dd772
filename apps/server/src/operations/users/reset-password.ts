import { entityId } from '@sluice/contract/fields'
import type { users } from '@sluice/contract/users'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { newPasswordErrors } from '../../users/new-password.ts'
import { useResetToken } from '../../users/password-reset.ts'
import { endSessionsOf } from '../../users/session-store.ts'
import { replacePassword } from '../../users/password-store.ts'
import { updateUser } from '../../users/user-store.ts'

export const resetPassword = handler<typeof users.resetPassword>(async (ctx, { body, origin }) => {
  const validationErrors = newPasswordErrors(body.newPassword)
  if (validationErrors.length > 0) {
    throw new AppError('identityResetPasswordValidationFailed', { validationErrors })
  }
  const { userId, encodedPasswordResetToken: token } = body
  if (!entityId.safeParse(userId).success) throw new AppError('identityResetPasswordTokenInvalid')
  const passwordHash = await ctx.passwords.hash(body.newPassword)
  const now = ctx.clock.now()
  await ctx.database.asSystem(async (tx) => {
    const used = await useResetToken(tx, { userId, token, now })
    if (used === null) throw new AppError('identityResetPasswordTokenInvalid')
    await replacePassword(tx, { userId, passwordHash, now })
    // A mailed link went to the address, so whoever has it can read its mail; one that was shown proves nothing.
    if (used.wasMailed) await updateUser(tx, userId, { emailIsConfirmed: true })
    await endSessionsOf(tx, userId, { now, reason: 'PasswordChanged' })
    await recordAudit(tx, { action: 'user.passwordReset', actorUserId: userId, ...origin })
  })
})
