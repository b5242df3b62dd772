import { refreshAccessToken } from '@sluice/salesforce/auth/refresh'
import { soapLogin } from '@sluice/salesforce/auth/soap-login'
import { type Connection, openConnection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import type { Context } from '../context.ts'
import type { OrgCredentials, StoredToken } from './org-credentials.ts'
import { type CredentialsOwner, loadOrgCredentials, storeToken } from './stored-credentials.ts'

/** How the caller says no: a job fails, a call answers with a problem. */
export interface Refusals {
  missing(): Error
  expired(cause?: SalesforceError): Error
}

export interface OrgRequest extends CredentialsOwner {
  readonly apiVersion?: string | undefined
  readonly refusals: Refusals
}

/** Signs in to an org with what is stored for it: browser authorization first, then user and password. */
export async function connectOrg(ctx: Context, request: OrgRequest): Promise<Connection> {
  const credentials = await loadOrgCredentials(ctx, request)
  const { apiVersion, refusals } = request
  const { allowedOrigins } = ctx.config.salesforce
  if (credentials?.token) {
    const { instanceUrl, accessToken } = credentials.token
    const refresh = () => renew(ctx, request)
    return openConnection({ instanceUrl, accessToken, apiVersion, refresh, allowedOrigins })
  }
  if (!credentials || credentials.username === null || credentials.password === null) throw refusals.missing()
  const { username, password, signInUrl } = credentials
  const signIn = () => soapLogin({ signInUrl, username, password, allowedOrigins })
  const session = await signIn()
  return openConnection({
    ...session,
    accessToken: session.sessionId,
    apiVersion,
    refresh: async () => (await signIn()).sessionId,
    allowedOrigins,
  })
}

/**
 * A new access token. The stored token is read again first: another job may have renewed it, and with rotation the
 * refresh token that this connection began with may be dead.
 */
async function renew(ctx: Context, request: OrgRequest): Promise<string> {
  const credentials = await loadOrgCredentials(ctx, request)
  const token = credentials?.token
  const refreshToken = token?.refreshToken
  if (!credentials || !token || !refreshToken) throw request.refusals.expired()
  const renewed = await refreshWith(ctx, request.refusals, { credentials, token, refreshToken })
  await storeToken(ctx, request, {
    instanceUrl: renewed.instanceUrl,
    accessToken: renewed.accessToken,
    refreshToken: renewed.refreshToken ?? refreshToken,
  })
  return renewed.accessToken
}

async function refreshWith(
  ctx: Context,
  refusals: Refusals,
  o: { credentials: OrgCredentials; token: StoredToken; refreshToken: string },
) {
  try {
    return await refreshAccessToken({
      signInUrl: o.token.instanceUrl,
      clientId: o.credentials.clientId,
      refreshToken: o.refreshToken,
      allowedOrigins: ctx.config.salesforce.allowedOrigins,
    })
  } catch (error) {
    if (error instanceof SalesforceError && error.code === 'invalidGrant') throw refusals.expired(error)
    throw error
  }
}
