import type { AuthorizationResult } from '@sluice/contract/salesforce-sign-in'
import type { Context } from '../context.ts'
import { sealSignIn } from './encrypted-token.ts'

interface BrowserSignIn {
  readonly signInUrl: string
  readonly token: {
    readonly instanceUrl: string
    readonly accessToken: string
    readonly refreshToken: string | null
  }
  readonly org: { readonly orgId: string; readonly name: string; readonly isSandbox: boolean }
  readonly username: string
}

/** The answer to a sign-in in the browser that has ended well: which org and user it is, and the tokens sealed. */
export function completedSignIn(ctx: Context, { signInUrl, token, org, username }: BrowserSignIn) {
  const { instanceUrl, accessToken, refreshToken } = token
  const { orgId, isSandbox, name: orgName } = org
  const facts = { signInUrl, username, orgId, orgName, isSandbox, password: null }
  const encryptedToken = sealSignIn(ctx, { ...facts, token: { instanceUrl, accessToken, refreshToken } })
  return {
    status: 'Completed',
    tokenResponse: { encryptedToken, orgName, domain: new URL(instanceUrl).hostname, username },
    orgType: isSandbox ? 'Sandbox' : 'Production',
    username,
  } satisfies AuthorizationResult
}
