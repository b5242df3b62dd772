import type { stacks } from '@sluice/contract/stacks'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { exchangeAuthorizationCode } from '@sluice/salesforce/auth/web-server-flow'
import { openConnection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { fetchOrgInfo, fetchUserInfo } from '@sluice/salesforce/org-info'
import { handler } from '../../api/handler.ts'
import { completedSignIn } from '../completed-sign-in.ts'
import { signInRefused, takeCodeRequest } from '../kept-sign-in.ts'
import { loadAppOfStack } from '../stack-app-store.ts'

export const completeWebServerSignInOfStack = handler<typeof stacks.completeWebServerSignInOfStack>(
  async (ctx, { params, body, caller, origin }) => {
    const app = await loadAppOfStack(ctx, { ...params, userId: caller.userId })
    const { stackId } = params
    const begun = await takeCodeRequest(ctx, { ...body, app, stackId, caller, origin })
    const { signInUrl, clientId } = begun
    const addresses = ctx.outgoing.salesforce
    try {
      const token = await exchangeAuthorizationCode({ ...begun, code: body.code, addresses })
      const connection = openConnection({
        instanceUrl: token.instanceUrl,
        accessToken: token.accessToken,
        addresses,
      })
      const [org, { username }] = await Promise.all([fetchOrgInfo(connection), fetchUserInfo(connection)])
      return completedSignIn(ctx, { signInUrl, token, org, username, stackId, renewal: { clientId } })
    } catch (error) {
      if (!(error instanceof SalesforceError)) throw error
      throw signInRefused(error, explainSignInRefusal(error)?.text)
    }
  },
)
