import type { stacks } from '@sluice/contract/stacks'
import { signInWithJwt as signIn } from '@sluice/salesforce/auth/jwt-bearer'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { checkSignInUrl } from '@sluice/salesforce/auth/sign-in-url'
import { openConnection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { fetchOrgInfo } from '@sluice/salesforce/org-info'
import { handler } from '../../api/handler.ts'
import { AppError } from '../../platform/app-error.ts'
import { completedSignIn } from '../completed-sign-in.ts'
import { signInRefused } from '../kept-sign-in.ts'
import { signInOriginOf } from '../sign-in-address.ts'
import { loadAppOfStack } from '../stack-app-store.ts'

const noKey = 'The stack has no private key. Save the client id and the private key of your app first.'

/** The stack has app and key already, so the sign-in carries neither. */
export const signInWithJwtOfStack = handler<typeof stacks.signInWithJwtOfStack>(
  async (ctx, { params, body, caller }) => {
    const { clientId, privateKey } = await loadAppOfStack(ctx, { ...params, userId: caller.userId })
    if (privateKey === undefined) throw new AppError('sfdcCredentialsMissing', { detail: noKey })
    const { username } = body
    const [app, stackId] = [null, params.stackId]
    const signInUrl = signInOriginOf(ctx, body.signInUrl, checkSignInUrl)
    const addresses = ctx.outgoing.salesforce
    try {
      const token = await signIn({ clientId, privateKey, signInUrl, username, addresses })
      const { instanceUrl, accessToken } = token
      const org = await fetchOrgInfo(openConnection({ instanceUrl, accessToken, addresses }))
      return completedSignIn(ctx, { signInUrl, token, org, username, stackId, renewal: { app } })
    } catch (error) {
      if (!(error instanceof SalesforceError)) throw error
      throw signInRefused(error, explainSignInRefusal(error)?.text)
    }
  },
)
