import type { RateLimitOptions } from '@fastify/rate-limit'
import type { RateClass, Route } from '@sluice/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import { networkOf } from '../platform/client-network.ts'
import { failedAttempts } from '../platform/failed-attempts.ts'

interface Limit {
  max: number
  minutes: number
  /** What the calls are counted by. Calls without authentication are always counted by address. */
  per: 'user' | 'address'
}

/** Calls per minute of each class: tight where a call guesses a secret, costs a remote call or sends mail. */
const limits: Readonly<Record<RateClass, Limit>> = {
  read: { max: 900, minutes: 1, per: 'user' },
  write: { max: 180, minutes: 1, per: 'user' },
  jobs: { max: 60, minutes: 1, per: 'user' },
  secret: { max: 20, minutes: 1, per: 'user' },
  signIn: { max: 600, minutes: 15, per: 'address' },
  register: { max: 20, minutes: 60, per: 'address' },
  refresh: { max: 300, minutes: 5, per: 'address' },
  mail: { max: 10, minutes: 15, per: 'address' },
  credentialCheck: { max: 20, minutes: 1, per: 'address' },
  gitCredentialCheck: { max: 20, minutes: 1, per: 'address' },
  invitationLink: { max: 30, minutes: 1, per: 'address' },
  deviceCodeStart: { max: 10, minutes: 1, per: 'address' },
  deviceCodePoll: { max: 60, minutes: 1, per: 'address' },
}

/** The limit of a route for `@fastify/rate-limit`; false while limits are switched off. */
export function rateLimitOf(ctx: Context, { rate, access }: Route): RateLimitOptions | false {
  if (ctx.config.rateLimitFactor === 0) return false
  const { max, minutes, per } = limits[rate]
  const isPerUser = per === 'user' && access !== 'anonymous'
  return {
    max: max * ctx.config.rateLimitFactor,
    timeWindow: minutes * 60_000,
    groupId: rate,
    // By address before anything is looked up; by user once it is known who calls. Sign-ins whose body never comes
    // must not use up those of an office.
    hook: isPerUser || rate === 'signIn' ? 'preHandler' : 'onRequest',
    keyGenerator: (request) => (isPerUser && request.caller ? request.caller.userId : networkOf(request.ip)),
    errorResponseBuilder: () => new AppError('tooManyRequests'),
  }
}

const failedSignIns = 50

/** Hooks of the calls that sign in: 50 failures of an address within 15 minutes; those that succeed do not count. */
export function signInLimit(ctx: Context) {
  const failures = failedAttempts({
    max: failedSignIns * ctx.config.rateLimitFactor,
    now: () => ctx.clock.now(),
  })
  return {
    async preHandler({ ip }: FastifyRequest, reply: FastifyReply): Promise<void> {
      const network = networkOf(ip)
      const waitSeconds = failures.waitSeconds(network)
      if (waitSeconds > 0) {
        void reply.header('retry-after', String(waitSeconds))
        throw new AppError('tooManyRequests')
      }
      // Counted before its outcome is known, so that many at once cannot try more often than one after the other.
      failures.add(network)
    },
    async onResponse({ ip }: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (reply.statusCode < 400) failures.remove(networkOf(ip))
    },
  }
}
