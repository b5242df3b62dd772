import type { users } from '@sluice/contract/users'
import { handler } from '../operation.ts'
import { passwordReset } from '../../mail-texts/account-mails.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { issueResetToken } from '../../users/password-reset.ts'
import { findUserByEmail } from '../../users/user-store.ts'
import { canonicalEmail } from '../../users/user.ts'

export const forgotPassword = handler<typeof users.forgotPassword>(async (ctx, { body, origin }) => {
  const minutes = ctx.config.tokens.passwordResetMinutes
  await ctx.database.asSystem(async (tx) => {
    const user = await findUserByEmail(tx, canonicalEmail(body.emailAddress))
    if (!user) return
    const token = await issueResetToken(tx, { userId: user.id, now: ctx.clock.now(), minutes })
    const path = ['password', 'reset', user.id, token, user.emailAddress].map(encodeURIComponent).join('/')
    const text = passwordReset(ctx.config.product, { link: `${ctx.config.publicUrl}/${path}`, minutes })
    await ctx.mail.send(tx, { to: user.emailAddress, ...text })
    await recordAudit(tx, { action: 'user.passwordResetRequested', actorUserId: user.id, ...origin })
  })
})
