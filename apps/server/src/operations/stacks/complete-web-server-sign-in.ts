import type { stacks } from '@sluice/contract/stacks'
import { callbackRefusal, explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { exchangeAuthorizationCode } from '@sluice/salesforce/auth/web-server-flow'
import { SalesforceError } from '@sluice/salesforce/errors'
import { identifySession } from '@sluice/salesforce/org-info'
import { handler } from '../operation.ts'
import { completedSignIn } from '../../stacks/completed-sign-in.ts'
import { signInRefused, takeCodeRequest } from '../../stacks/kept-sign-in.ts'
import { appOfServer } from '../../stacks/stack-app.ts'

/** An app that the caller brought goes into the sealed token, from which the stack takes it over. */
export const completeWebServerSignIn = handler<typeof stacks.completeWebServerSignIn>(
  async (ctx, { body, caller, origin }) => {
    const ofServer = appOfServer(ctx)
    const begun = await takeCodeRequest(ctx, { ...body, app: ofServer, stackId: null, caller, origin })
    if (body.code === undefined) return refuse(callbackRefusal(body))
    const { signInUrl, clientId } = begun
    const isOfServer = clientId === ofServer.clientId
    const clientSecret = isOfServer ? begun.clientSecret : body.clientSecret
    const addresses = ctx.outgoing.salesforce
    const code = { ...begun, clientSecret, code: body.code, addresses }
    const token = await exchangeAuthorizationCode(code).catch(refuse)
    const identity = await identifySession({ ...token, addresses }).catch(refuse)
    const app = isOfServer ? null : { clientId, clientSecret: clientSecret ?? null, privateKey: null }
    return completedSignIn(ctx, { signInUrl, token, ...identity, stackId: null, renewal: { clientId, app } })
  },
)

function refuse(error: unknown): never {
  if (!(error instanceof SalesforceError)) throw error
  throw signInRefused(error, explainSignInRefusal(error)?.text)
}
