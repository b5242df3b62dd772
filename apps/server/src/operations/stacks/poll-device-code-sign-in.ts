import type { stacks } from '@sluice/contract/stacks'
import { pollDeviceCode } from '@sluice/salesforce/auth/device-code'
import { callbackRefusal, explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { SalesforceError } from '@sluice/salesforce/errors'
import { identifySession } from '@sluice/salesforce/org-info'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { completedSignIn } from '../../stacks/completed-sign-in.ts'
import {
  bindingOf,
  completeDeviceAuthorization,
  findDeviceAuthorization,
} from '../../stacks/device-authorization-store.ts'
import { signInRefused } from '../../stacks/kept-sign-in.ts'

const pending = { status: 'Pending', tokenResponse: null, orgType: null, username: null } as const

export const pollDeviceCodeSignIn = handler<typeof stacks.pollDeviceCodeSignIn>(
  async (ctx, { params, query, caller, origin }) => {
    const { deviceCode } = params
    const now = ctx.clock.now()
    const binding = bindingOf(caller, origin)
    const signInUrl = URL.canParse(query.signInUrl) ? new URL(query.signInUrl).origin : query.signInUrl
    const found = await ctx.database.asSystem(async (tx) =>
      findDeviceAuthorization(tx, { deviceCode, binding, signInUrl, now }),
    )
    if (!found) throw new AppError('entityNotFound')
    const { clientId, stackId } = found
    const addresses = ctx.outgoing.salesforce
    const poll = await pollDeviceCode({ signInUrl, clientId, deviceCode, addresses }).catch(refuse)
    if (poll.status === 'Pending') return pending
    if (poll.status === 'SlowDown') throw new AppError('tooManyRequests')
    const isFirst = await ctx.database.asSystem(async (tx) => completeDeviceAuthorization(tx, found.id, now))
    if (!isFirst || poll.status === 'Expired') throw new AppError('entityNotFound')
    if (poll.status === 'Denied') return refuse(callbackRefusal({ error: 'access_denied' }))
    const { token } = poll
    const identity = await identifySession({ ...token, addresses }).catch(refuse)
    return completedSignIn(ctx, { signInUrl, token, ...identity, stackId, renewal: { clientId, app: null } })
  },
)

function refuse(error: unknown): never {
  if (!(error instanceof SalesforceError)) throw error
  throw signInRefused(error, explainSignInRefusal(error)?.text)
}
