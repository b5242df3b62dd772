import type { users } from '@sluice/contract/users'
import { handler } from '../operation.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { startSession } from '../../users/session.ts'
import { clearAttempts, recordFailure, reserveAttempt } from '../../users/sign-in-attempts.ts'
import { confirmEmail, sendConfirmation } from '../../users/email-confirmation.ts'
import { findUserByEmail, recordSignIn } from '../../users/user-store.ts'
import { canonicalEmail, type UserRow } from '../../users/user.ts'

export const login = handler<typeof users.login>(async (ctx, { body, origin }) => {
  const now = ctx.clock.now()
  const emailAddress = canonicalEmail(body.username)
  const found = await ctx.database.asSystem(async (tx) => {
    const user = await findUserByEmail(tx, emailAddress)
    return user && { user, attempt: await reserveAttempt(tx, user.id, now) }
  })
  if (!found) {
    // An address that nobody has is answered like an account, also after many attempts.
    const counted = emailAddress.toLowerCase()
    if (ctx.unknownSignIns.waitSeconds(counted) > 0) throw new AppError('identityAccountLockedOut')
    ctx.unknownSignIns.add(counted)
    await ctx.passwords.pretendToCompare(body.password)
    throw new AppError('identityCredentialsInvalid')
  }
  const { user, attempt } = found
  const audit = { actorUserId: user.id, ...origin }
  if (attempt === null) throw new AppError('identityAccountLockedOut')
  if (!(await ctx.passwords.matches(attempt.passwordHash, body.password))) {
    await ctx.database.asSystem(async (tx) => recordFailure(tx, attempt, audit))
    throw new AppError('identityCredentialsInvalid')
  }
  const refusal = await ctx.database.asSystem(async (tx) => {
    await clearAttempts(tx, user.id)
    if (user.disabledUtc !== null) return isDisabled()
    const { confirmationToken: token } = body
    if (token === undefined) return await requireConfirmation(ctx, tx, user)
    if (!(await confirmEmail(tx, user, { token, now })))
      return new AppError('identityAccountNotConfirmed', { detail: invalidLink })
    await recordAudit(tx, { action: 'user.emailConfirmed', ...audit })
    return null
  })
  if (refusal !== null) throw refusal
  return ctx.database.asSystem(async (tx) => {
    if (!(await recordSignIn(tx, user, now))) throw isDisabled()
    await recordAudit(tx, { action: 'user.signedIn', ...audit })
    return startSession(ctx, tx, { userId: user.id, origin })
  })
})

/** Said only to whoever knows the password. */
const isDisabled = () =>
  new AppError('userNotAuthorized', {
    detail: 'This account is disabled. Ask the administrators of this server.',
  })

const invalidLink = 'This confirmation link is not valid. It may have expired, or it was used before.'

/** Where mail is sent, a new account signs in only after its address is proven; it is sent another link, and told so. */
async function requireConfirmation(ctx: Context, tx: Transaction, user: UserRow): Promise<AppError | null> {
  const isNew = user.firstSignedInUtc === null && !user.isFirstAccount
  if (ctx.config.mail.url === undefined || user.emailIsConfirmed || !isNew) return null
  await sendConfirmation(ctx, tx, user.emailAddress)
  return new AppError('identityAccountNotConfirmed', {
    detail: `Open the link in the mail that was sent to ${user.emailAddress}.`,
  })
}
