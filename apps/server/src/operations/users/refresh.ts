import type { users } from '@sluice/contract/users'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { rotate, rotationProblem } from '../../users/refresh-token.ts'
import { tokensOf } from '../../users/session.ts'

export const refresh = handler<typeof users.refresh>(async (ctx, { body, origin }) => {
  // The end of a stolen family must be committed, so the refusal comes after the transaction.
  const rotation = await ctx.database.asSystem(async (tx) => {
    const outcome = await rotate(ctx, tx, body.refreshToken)
    if (outcome.kind === 'reused') {
      await recordAudit(tx, { action: 'user.refreshTokenReused', actorUserId: outcome.userId, ...origin })
    }
    return outcome
  })
  const problem = rotationProblem(rotation)
  if (problem) throw problem
  if (rotation.kind !== 'rotated' && rotation.kind !== 'replayed') {
    throw new AppError('identityRefreshTokenInvalid')
  }
  const { userId, sessionId, token } = rotation
  return tokensOf(ctx, { userId, sessionId, refreshToken: token })
})
