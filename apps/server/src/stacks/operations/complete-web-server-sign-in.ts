import type { stacks } from '@sluice/contract/stacks'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { exchangeAuthorizationCode } from '@sluice/salesforce/auth/web-server-flow'
import { SalesforceError } from '@sluice/salesforce/errors'
import { identifySession } from '@sluice/salesforce/org-info'
import { handler } from '../../api/handler.ts'
import { completedSignIn } from '../completed-sign-in.ts'
import { signInRefused, takeCodeRequest } from '../kept-sign-in.ts'
import { appOfServer } from '../stack-app.ts'

export const completeWebServerSignIn = handler<typeof stacks.completeWebServerSignIn>(
  async (ctx, { body, caller, origin }) => {
    const stackId = null
    const app = appOfServer(ctx)
    const begun = await takeCodeRequest(ctx, { ...body, app, stackId, caller, origin })
    const { signInUrl, clientId } = begun
    const addresses = ctx.outgoing.salesforce
    const code = { ...begun, code: body.code, addresses }
    const token = await exchangeAuthorizationCode(code).catch(refuse)
    const identity = await identifySession({ ...token, addresses }).catch(refuse)
    return completedSignIn(ctx, { signInUrl, token, ...identity, stackId, renewal: { clientId } })
  },
)

function refuse(error: unknown): never {
  if (!(error instanceof SalesforceError)) throw error
  throw signInRefused(error, explainSignInRefusal(error)?.text)
}
