import type { Actor } from '@sluice/contract/permissions'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import { readAccessToken } from '../users/access-token.ts'
import type { Origin } from '../users/session.ts'
import { type Caller, findCaller } from '../users/session-store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated user; null without one, and before `authenticate` has run. */
    caller: Caller | null
    /** The caller's standing in the workspace of the address, where the address has one. */
    actor: Actor | null
  }
}

/** The user of the access token, read from the database for every call; null without a valid one. Cookies are not used. */
export async function authenticate(ctx: Context, request: FastifyRequest): Promise<Caller | null> {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() !== 'bearer' || !token) return null
  const claims = await readAccessToken(ctx.secrets, token, ctx.clock.now())
  if (!claims) return null
  return ctx.database.asSystem(async (tx) => findCaller(ctx, tx, claims))
}

export const originOf = (request: FastifyRequest): Origin => ({
  ipAddress: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 512) ?? null,
  traceId: request.id,
})

export const signInFirst = (): AppError =>
  new AppError('userNotAuthorized', { status: 401, detail: 'Sign in to do this.' })
