import type { users } from '@sluice/contract/users'
import { handler } from '../operation.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { mailPasswordReset } from '../../users/mail-password-reset.ts'
import { findUserByEmail } from '../../users/user-store.ts'
import { canonicalEmail } from '../../users/user.ts'

export const forgotPassword = handler<typeof users.forgotPassword>(async (ctx, { body, origin }) => {
  await ctx.database.asSystem(async (tx) => {
    const user = await findUserByEmail(tx, canonicalEmail(body.emailAddress))
    if (!user || user.disabledUtc !== null) return
    await mailPasswordReset(ctx, tx, user)
    await recordAudit(tx, { action: 'user.passwordResetRequested', actorUserId: user.id, ...origin })
  })
})
