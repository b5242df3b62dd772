import type { stacks } from '@sluice/contract/stacks'
import { startDeviceCode } from '@sluice/salesforce/auth/device-code'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { checkSignInUrl } from '@sluice/salesforce/auth/sign-in-url'
import { SalesforceError } from '@sluice/salesforce/errors'
import { handler } from '../operation.ts'
import { keepDeviceCode, signInRefused } from '../../stacks/kept-sign-in.ts'
import { signInOriginOf } from '../../stacks/sign-in-address.ts'
import { loadAppOfStack } from '../../stacks/stack-app-store.ts'

export const startDeviceCodeSignInOfStack = handler<typeof stacks.startDeviceCodeSignInOfStack>(
  async (ctx, { params, body, caller, origin }) => {
    const { stackId } = params
    const { clientId } = await loadAppOfStack(ctx, { ...params, userId: caller.userId })
    const signInUrl = signInOriginOf(ctx, body.signInUrl, checkSignInUrl)
    const addresses = ctx.outgoing.salesforce
    const code = await startDeviceCode({ signInUrl, clientId, addresses }).catch(refuse)
    return keepDeviceCode(ctx, code, { signInUrl, clientId, stackId, caller, origin })
  },
)

function refuse(error: unknown): never {
  if (!(error instanceof SalesforceError)) throw error
  throw signInRefused(error, explainSignInRefusal(error)?.text)
}
