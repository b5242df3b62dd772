import type { ValidationError } from '@sluice/contract/problem-details'
import type { users } from '@sluice/contract/users'
import { handler } from '../operation.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { listValidInvitations } from '../../invitations/invitation-store.ts'
import { inviterMayInvite } from '../../invitations/inviter-rights.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { newPasswordErrors } from '../../users/new-password.ts'
import { sendConfirmation } from '../../users/email-confirmation.ts'
import { insertUser, isFirstUser } from '../../users/user-store.ts'
import { canonicalEmail, firstAccountAdministers } from '../../users/user.ts'

const refuse = (validationErrors: ValidationError[]) =>
  new AppError('identityRegistrationValidationFailed', { validationErrors })

export const register = handler<typeof users.register>(async (ctx, { body, origin }) => {
  const errors = newPasswordErrors(body.password)
  if (errors.length > 0) throw refuse(errors)
  const passwordHash = await ctx.passwords.hash(body.password)
  const emailAddress = canonicalEmail(body.emailAddress)
  const { firstName, lastName, mobilePhoneNumber } = body
  const now = ctx.clock.now()
  await ctx.database.asSystem(async (tx) => {
    const isFirst = await isFirstUser(tx)
    if (!isFirst) await requireRegistration(ctx, tx, emailAddress)
    const isFirstAccount = isFirst && firstAccountAdministers(ctx.config)
    const id = newId()
    const profile = { emailAddress, firstName, lastName, mobilePhoneNumber }
    const standing = { createdUtc: now, passwordLastChangedUtc: now, isFirstAccount }
    if (!(await insertUser(tx, { id, ...profile, ...standing }, passwordHash))) {
      const description = `Email '${emailAddress}' is already taken.`
      throw refuse([{ code: 'DuplicateEmail', property: 'emailAddress', description }])
    }
    await recordAudit(tx, { action: 'user.registered', actorUserId: id, ...origin })
    if (!isFirstAccount) await sendConfirmation(ctx, tx, emailAddress)
  })
})

/** Refuses where this server lets only invited people sign up, or nobody. */
async function requireRegistration(ctx: Context, tx: Transaction, emailAddress: string): Promise<void> {
  const { registration } = ctx.config
  if (registration === 'open') return
  if (registration === 'closed') {
    throw new AppError('userNotAuthorized', { detail: 'New accounts cannot be created on this server.' })
  }
  for (const invitation of await listValidInvitations(tx, emailAddress, ctx.clock.now()))
    if (await inviterMayInvite(ctx, tx, invitation)) return
  const detail = 'Only the e-mail address of a valid invitation can sign up on this server.'
  throw new AppError('userNotAuthorized', { detail })
}
