import type { stacks } from '@sluice/contract/stacks'
import { startDeviceCode } from '@sluice/salesforce/auth/device-code'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { checkSignInUrl } from '@sluice/salesforce/auth/sign-in-url'
import { SalesforceError } from '@sluice/salesforce/errors'
import { handler } from '../operation.ts'
import { keepDeviceCode, signInRefused } from '../../stacks/kept-sign-in.ts'
import { signInOriginOf } from '../../stacks/sign-in-address.ts'
import { appOfServer } from '../../stacks/stack-app.ts'

export const startDeviceCodeSignIn = handler<typeof stacks.startDeviceCodeSignIn>(
  async (ctx, { body, caller, origin }) => {
    const { clientId } = appOfServer(ctx)
    const signInUrl = signInOriginOf(ctx, body.signInUrl, checkSignInUrl)
    const addresses = ctx.outgoing.salesforce
    const code = await startDeviceCode({ signInUrl, clientId, addresses }).catch(refuse)
    return keepDeviceCode(ctx, code, { signInUrl, clientId, stackId: null, caller, origin })
  },
)

/**
 * What Salesforce refuses is explained; every other failure has one answer, so that the address of a stranger tells
 * nothing about what answers there.
 */
function refuse(error: unknown): never {
  if (!(error instanceof SalesforceError)) throw error
  throw signInRefused(error, explainSignInRefusal(error)?.text)
}
