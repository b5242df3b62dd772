import type { stacks } from '@sluice/contract/stacks'
import { isUsablePrivateKey, signInWithJwt as signIn } from '@sluice/salesforce/auth/jwt-bearer'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { checkSignInUrl } from '@sluice/salesforce/auth/sign-in-url'
import { openConnection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { fetchOrgInfo } from '@sluice/salesforce/org-info'
import { handler } from '../../api/handler.ts'
import { completedSignIn } from '../completed-sign-in.ts'
import { signInRefused } from '../kept-sign-in.ts'
import { signInOriginOf } from '../sign-in-address.ts'
import { privateKeyIsInvalid } from '../stack-app.ts'

/** The session is not kept: a job signs a new assertion for a session of its own. */
export const signInWithJwt = handler<typeof stacks.signInWithJwt>(async (ctx, { body }) => {
  const { username, clientId, privateKey } = body
  if (!isUsablePrivateKey(privateKey)) throw privateKeyIsInvalid('privateKey')
  const [app, stackId] = [{ clientId, privateKey }, null]
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
})
