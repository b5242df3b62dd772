import type { stacks } from '@sluice/contract/stacks'
import { callbackRefusal, explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { exchangeAuthorizationCode } from '@sluice/salesforce/auth/web-server-flow'
import { SalesforceError } from '@sluice/salesforce/errors'
import { identifySession } from '@sluice/salesforce/org-info'
import { handler } from '../operation.ts'
import { completedSignIn } from '../../stacks/completed-sign-in.ts'
import { signInRefused, takeCodeRequest } from '../../stacks/kept-sign-in.ts'
import { loadAppOfStack } from '../../stacks/stack-app-store.ts'

export const completeWebServerSignInOfStack = handler<typeof stacks.completeWebServerSignInOfStack>(
  async (ctx, { params, body, caller, origin }) => {
    const app = await loadAppOfStack(ctx, { ...params, userId: caller.userId })
    const { stackId } = params
    const begun = await takeCodeRequest(ctx, { ...body, app, stackId, caller, origin })
    if (body.code === undefined) return refuse(callbackRefusal(body))
    const { signInUrl, clientId } = begun
    const addresses = ctx.outgoing.salesforce
    const code = { ...begun, code: body.code, addresses }
    const token = await exchangeAuthorizationCode(code).catch(refuse)
    const identity = await identifySession({ ...token, addresses }).catch(refuse)
    return completedSignIn(ctx, { signInUrl, token, ...identity, stackId, renewal: { clientId, app: null } })
  },
)

function refuse(error: unknown): never {
  if (!(error instanceof SalesforceError)) throw error
  throw signInRefused(error, explainSignInRefusal(error)?.text)
}
