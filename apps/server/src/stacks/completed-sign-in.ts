import type { AuthorizationResult } from '@sluice/contract/salesforce-sign-in'
import type { Context } from '../context.ts'
import { type SignedIn, sealSignIn } from './encrypted-token.ts'

interface CompletedSignIn {
  readonly signInUrl: string
  readonly token: {
    readonly instanceUrl: string
    readonly accessToken: string
    readonly refreshToken: string | null
  }
  readonly org: { readonly orgId: string; readonly name: string; readonly isSandbox: boolean }
  readonly username: string
  /** The stack whose app was used; null: no stack's. */
  readonly stackId: string | null
  /** How to sign in again: by the token of a client id, or null: with a private key. `app`: what the stack takes over. */
  readonly renewal: { readonly clientId: string | null; readonly app: SignedIn['app'] }
}

/** The answer to a sign-in that has ended well: which org and user it is, and what signs in again sealed. */
export function completedSignIn(ctx: Context, signIn: CompletedSignIn) {
  const { signInUrl, token, org, username, stackId, renewal } = signIn
  const { instanceUrl, accessToken, refreshToken } = token
  const { orgId, isSandbox, name: orgName } = org
  const facts = { signInUrl, username, orgId, orgName, isSandbox, password: null, stackId }
  const { clientId, app } = renewal
  const stored = clientId === null ? null : { instanceUrl, accessToken, refreshToken, clientId }
  const encryptedToken = sealSignIn(ctx, { ...facts, token: stored, app })
  return {
    status: 'Completed',
    tokenResponse: { encryptedToken, orgName, domain: new URL(instanceUrl).hostname, username },
    orgType: isSandbox ? 'Sandbox' : 'Production',
    username,
  } satisfies AuthorizationResult
}
