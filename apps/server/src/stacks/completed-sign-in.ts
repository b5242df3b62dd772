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
  /** How to sign in again: by the token of an app, or as a user with a private key. */
  readonly renewal: { readonly clientId: string } | { readonly app: SignedIn['app'] }
}

/** The answer to a sign-in that has ended well: which org and user it is, and what signs in again sealed. */
export function completedSignIn(ctx: Context, signIn: CompletedSignIn) {
  const { signInUrl, token, org, username, stackId, renewal } = signIn
  const { instanceUrl, accessToken, refreshToken } = token
  const { orgId, isSandbox, name: orgName } = org
  const facts = { signInUrl, username, orgId, orgName, isSandbox, password: null, stackId }
  const stored =
    'clientId' in renewal
      ? { token: { instanceUrl, accessToken, refreshToken, clientId: renewal.clientId }, app: null }
      : { token: null, app: renewal.app }
  const encryptedToken = sealSignIn(ctx, { ...facts, ...stored })
  return {
    status: 'Completed',
    tokenResponse: { encryptedToken, orgName, domain: new URL(instanceUrl).hostname, username },
    orgType: isSandbox ? 'Sandbox' : 'Production',
    username,
  } satisfies AuthorizationResult
}
