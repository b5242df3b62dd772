import type { users } from '@sluice/contract/users'
import { handler } from '../../api/handler.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../audit-trail.ts'
import { startSession } from '../session.ts'
import { clearAttempts, reserveAttempt } from '../sign-in-attempts.ts'
import { findUserByEmail, recordSignIn } from '../user-store.ts'
import { canonicalEmail, isNamedAdministrator } from '../user.ts'

export const login = handler<typeof users.login>(async (ctx, { body, origin }) => {
  const now = ctx.clock.now()
  const found = await ctx.database.asSystem(async (tx) => {
    const user = await findUserByEmail(tx, canonicalEmail(body.username))
    return user && { user, passwordHash: await reserveAttempt(tx, user.id, now) }
  })
  if (!found) {
    await ctx.passwords.pretendToCompare(body.password)
    throw new AppError('identityCredentialsInvalid')
  }
  const { user, passwordHash } = found
  const audit = { actorUserId: user.id, ...origin }
  if (passwordHash === null) throw new AppError('identityAccountLockedOut')
  if (!(await ctx.passwords.matches(passwordHash, body.password))) {
    await ctx.database.asSystem(async (tx) => recordAudit(tx, { action: 'user.signInFailed', ...audit }))
    throw new AppError('identityCredentialsInvalid')
  }
  return ctx.database.asSystem(async (tx) => {
    await clearAttempts(tx, user.id)
    const isGlobalAdministrator =
      isNamedAdministrator(ctx.config, user.emailAddress) ?? user.isGlobalAdministrator
    await recordSignIn(tx, user, { now, isGlobalAdministrator })
    await recordAudit(tx, { action: 'user.signedIn', ...audit })
    return startSession(ctx, tx, { userId: user.id, origin })
  })
})
