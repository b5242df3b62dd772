import type { stacks } from '@sluice/contract/stacks'
import { pollDeviceCode } from '@sluice/salesforce/auth/device-code'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { openConnection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { fetchOrgInfo, fetchUserInfo } from '@sluice/salesforce/org-info'
import type { Context } from '../../context.ts'
import { handler } from '../../api/handler.ts'
import { AppError } from '../../platform/app-error.ts'
import { completedSignIn } from '../completed-sign-in.ts'
import {
  bindingOf,
  completeDeviceAuthorization,
  findDeviceAuthorization,
} from '../device-authorization-store.ts'
import { signInRefused } from '../kept-sign-in.ts'

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
    if (poll.status === 'Denied') {
      throw new AppError('sfdcCredentialsInvalid', { detail: 'The access was denied in Salesforce.' })
    }
    const { token } = poll
    return completed(ctx, { signInUrl, token, stackId, renewal: { clientId } }).catch(refuse)
  },
)

/** Looks which org and user it is, and seals the tokens. */
async function completed(
  ctx: Context,
  signIn: Omit<Parameters<typeof completedSignIn>[1], 'org' | 'username'>,
) {
  const { instanceUrl, accessToken } = signIn.token
  const connection = openConnection({ instanceUrl, accessToken, addresses: ctx.outgoing.salesforce })
  const [org, { username }] = await Promise.all([fetchOrgInfo(connection), fetchUserInfo(connection)])
  return completedSignIn(ctx, { ...signIn, org, username })
}

function refuse(error: unknown): never {
  if (!(error instanceof SalesforceError)) throw error
  throw signInRefused(error, explainSignInRefusal(error)?.text)
}
