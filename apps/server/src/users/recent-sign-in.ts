import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import type { Caller } from './session-store.ts'

/** Changes of password and address ask for a password typed a short while ago. */
export function requireRecentSignIn(ctx: Context, caller: Caller): void {
  const minutes = ctx.config.tokens.reauthenticationMinutes
  if (ctx.clock.now().getTime() - caller.authenticatedUtc.getTime() <= minutes * 60_000) return
  throw new AppError('userNotAuthorized', { status: 401, detail: 'Sign in again to make this change.' })
}
