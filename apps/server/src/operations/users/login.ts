import type { users } from '@sluice/contract/users'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { startSession } from '../../users/session.ts'
import { clearAttempts, recordFailure, reserveAttempt } from '../../users/sign-in-attempts.ts'
import { findUserByEmail, recordSignIn } from '../../users/user-store.ts'
import { canonicalEmail, isNamedAdministrator } from '../../users/user.ts'

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
  return ctx.database.asSystem(async (tx) => {
    await clearAttempts(tx, user.id)
    const isGlobalAdministrator =
      isNamedAdministrator(ctx.config, user.emailAddress) ?? user.isGlobalAdministrator
    await recordSignIn(tx, user, { now, isGlobalAdministrator })
    await recordAudit(tx, { action: 'user.signedIn', ...audit })
    return startSession(ctx, tx, { userId: user.id, origin })
  })
})
