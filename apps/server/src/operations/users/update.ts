import type { users } from '@sluice/contract/users'
import { handler } from '../operation.ts'
import { userNameChanged } from '../../mail-texts/account-mails.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { sendConfirmation } from '../../users/email-confirmation.ts'
import { revokeResetTokens } from '../../users/password-reset.ts'
import { requireRecentSignIn } from '../../users/recent-sign-in.ts'
import { findUserByEmail, findUserById, type UserChanges, updateUser } from '../../users/user-store.ts'
import { canonicalEmail, isNamedAdministrator } from '../../users/user.ts'

/** An unproved address must not give the rights that the configuration ties to it. */
const isReserved = (ctx: Parameters<typeof update>[0], address: string) =>
  isNamedAdministrator(ctx.config, address)

export const update = handler<typeof users.update>(async (ctx, { body, caller, origin }) => {
  const changes: UserChanges = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => name !== 'emailAddress' && value !== undefined),
  )
  const emailAddress = body.emailAddress === undefined ? undefined : canonicalEmail(body.emailAddress)
  await ctx.database.asSystem(async (tx) => {
    const user = await findUserById(tx, caller.userId)
    if (!user) throw new AppError('entityNotFound')
    if (emailAddress !== undefined && emailAddress !== user.emailAddress) {
      requireRecentSignIn(ctx, caller)
      const other = await findUserByEmail(tx, emailAddress)
      if ((other && other.id !== user.id) || isReserved(ctx, emailAddress)) {
        const description = `Email '${emailAddress}' is already taken.`
        throw new AppError('validationFailed', {
          validationErrors: [{ code: 'DuplicateEmail', property: 'emailAddress', description }],
        })
      }
      Object.assign(changes, { emailAddress, emailIsConfirmed: false })
      await revokeResetTokens(tx, user.id, ctx.clock.now())
      const text = userNameChanged(ctx.config.product, emailAddress)
      await ctx.mail.send(tx, { to: user.emailAddress, ...text })
      await sendConfirmation(ctx, tx, emailAddress)
      await recordAudit(tx, { action: 'user.emailChanged', actorUserId: user.id, ...origin })
    }
    if (Object.keys(changes).length === 0) return
    await updateUser(tx, user.id, changes)
    const properties = Object.keys(changes).filter((name) => name in body && name !== 'emailAddress')
    if (properties.length === 0) return
    const entry = { action: 'user.profileChanged', actorUserId: user.id, details: { properties } } as const
    await recordAudit(tx, { ...entry, ...origin })
  })
})
