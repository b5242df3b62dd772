import type { stacks } from '@sluice/contract/stacks'
import { signInWithJwt as signIn } from '@sluice/salesforce/auth/jwt-bearer'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { checkSignInUrl } from '@sluice/salesforce/auth/sign-in-url'
import { SalesforceError } from '@sluice/salesforce/errors'
import { identifySession } from '@sluice/salesforce/org-info'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { completedSignIn } from '../../stacks/completed-sign-in.ts'
import { signInRefused } from '../../stacks/kept-sign-in.ts'
import { signInOriginOf } from '../../stacks/sign-in-address.ts'
import { loadAppOfStack } from '../../stacks/stack-app-store.ts'

const noKey = 'The stack has no private key. Save the client id and the private key of your app first.'

/** The stack has app and key already, so the sign-in carries neither. */
export const signInWithJwtOfStack = handler<typeof stacks.signInWithJwtOfStack>(
  async (ctx, { params, body, caller }) => {
    const { clientId, privateKey } = await loadAppOfStack(ctx, { ...params, userId: caller.userId })
    if (privateKey === undefined) throw new AppError('sfdcCredentialsMissing', { detail: noKey })
    const { stackId } = params
    const signInUrl = signInOriginOf(ctx, body.signInUrl, checkSignInUrl)
    const addresses = ctx.outgoing.salesforce
    const key = { clientId, privateKey, signInUrl, username: body.username, addresses }
    const token = await signIn(key).catch(refuse)
    const identity = await identifySession({ ...token, addresses }).catch(refuse)
    return completedSignIn(ctx, {
      signInUrl,
      token,
      ...identity,
      stackId,
      renewal: { clientId: null, app: null },
    })
  },
)

function refuse(error: unknown): never {
  if (!(error instanceof SalesforceError)) throw error
  throw signInRefused(error, explainSignInRefusal(error)?.text)
}
