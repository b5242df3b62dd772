import type { users } from '@sluice/contract/users'
import { handler } from '../operation.ts'
import { findUserById } from '../../users/user-store.ts'
import { toUser } from '../../users/user.ts'

export const getSignInInfo = handler<typeof users.getSignInInfo>(async (ctx, { caller }) => {
  if (caller === null) return { isAuthenticated: false, user: null }
  const user = await ctx.database.asSystem(async (tx) => findUserById(tx, caller.userId))
  return { isAuthenticated: user !== null, user: user && toUser(ctx.config, user) }
})
