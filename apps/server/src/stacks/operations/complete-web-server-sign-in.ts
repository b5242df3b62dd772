import type { stacks } from '@sluice/contract/stacks'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { exchangeAuthorizationCode } from '@sluice/salesforce/auth/web-server-flow'
import { openConnection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { fetchOrgInfo, fetchUserInfo } from '@sluice/salesforce/org-info'
import { handler } from '../../api/handler.ts'
import { AppError } from '../../platform/app-error.ts'
import { completedSignIn } from '../completed-sign-in.ts'
import { bindingOf } from '../device-authorization-store.ts'
import { consumeWebServerState } from '../web-server-state.ts'

export const completeWebServerSignIn = handler<typeof stacks.completeWebServerSignIn>(
  async (ctx, { body, caller, origin }) => {
    const { state, code } = body
    const begun = await consumeWebServerState(ctx, { state, binding: bindingOf(caller, origin) })
    if (begun === null) throw new AppError('sfdcCredentialsInvalid')
    const { clientId, clientSecret: ownSecret } = ctx.config.salesforce
    const clientSecret = begun.clientId === clientId ? ownSecret : undefined
    const addresses = ctx.outgoing.salesforce
    try {
      const token = await exchangeAuthorizationCode({ ...begun, code, clientSecret, addresses })
      const { instanceUrl, accessToken } = token
      const connection = openConnection({ instanceUrl, accessToken, addresses })
      const [org, { username }] = await Promise.all([fetchOrgInfo(connection), fetchUserInfo(connection)])
      return completedSignIn(ctx, { signInUrl: begun.signInUrl, token, org, username })
    } catch (error) {
      if (!(error instanceof SalesforceError)) throw error
      const detail = explainSignInRefusal(error)?.text
      throw new AppError('sfdcCredentialsInvalid', { cause: error, ...(detail !== undefined && { detail }) })
    }
  },
)
