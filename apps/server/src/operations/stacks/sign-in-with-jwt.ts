import type { stacks } from '@sluice/contract/stacks'
import { isUsablePrivateKey, signInWithJwt as signIn } from '@sluice/salesforce/auth/jwt-bearer'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { checkSignInUrl } from '@sluice/salesforce/auth/sign-in-url'
import { SalesforceError } from '@sluice/salesforce/errors'
import { identifySession } from '@sluice/salesforce/org-info'
import { handler } from '../operation.ts'
import { completedSignIn } from '../../stacks/completed-sign-in.ts'
import { signInRefused } from '../../stacks/kept-sign-in.ts'
import { signInOriginOf } from '../../stacks/sign-in-address.ts'
import { privateKeyIsInvalid } from '../../stacks/stack-app.ts'

/** The session is not kept: a job signs a new assertion for a session of its own. */
export const signInWithJwt = handler<typeof stacks.signInWithJwt>(async (ctx, { body }) => {
  const { clientId, privateKey } = body
  if (!isUsablePrivateKey(privateKey)) throw privateKeyIsInvalid('privateKey')
  const app = { clientId, privateKey }
  const signInUrl = signInOriginOf(ctx, body.signInUrl, checkSignInUrl)
  const addresses = ctx.outgoing.salesforce
  const key = { ...app, signInUrl, username: body.username, addresses }
  const token = await signIn(key).catch(refuse)
  const identity = await identifySession({ ...token, addresses }).catch(refuse)
  const renewal = { clientId: null, app: { ...app, clientSecret: null } }
  return completedSignIn(ctx, { signInUrl, token, ...identity, stackId: null, renewal })
})

function refuse(error: unknown): never {
  if (!(error instanceof SalesforceError)) throw error
  throw signInRefused(error, explainSignInRefusal(error)?.text)
}
