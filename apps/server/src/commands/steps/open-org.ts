import { refreshAccessToken } from '@sluice/salesforce/auth/refresh'
import { soapLogin } from '@sluice/salesforce/auth/soap-login'
import { type Connection, openConnection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import type { Context } from '../../context.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import type { TargetJob, TargetStack } from './flow-target.ts'
import type { OrgCredentials, StoredToken } from '../../environments/org-credentials.ts'
import { loadOrgCredentials, storeToken } from './org-credentials.ts'

export interface OrgRequest {
  readonly job: TargetJob
  readonly stack: TargetStack
  readonly environmentId: string | null
  readonly apiVersion: string | undefined
}

/** Signs in to the org of an environment with what is stored: browser authorization first, then user and password. */
export async function openOrg(ctx: Context, request: OrgRequest): Promise<Connection> {
  const credentials = await loadOrgCredentials(ctx, request)
  const { apiVersion } = request
  const { allowedOrigins } = ctx.config.salesforce
  if (credentials.token !== null) {
    const { instanceUrl, accessToken } = credentials.token
    const refresh = () => renew(ctx, request)
    return openConnection({ instanceUrl, accessToken, apiVersion, refresh, allowedOrigins })
  }
  const { username, password, signInUrl } = credentials
  if (username === null || password === null) {
    throw new JobFailure('The Salesforce credentials are missing. Connect to your org and try again.')
  }
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
  const { token } = credentials
  const refreshToken = token?.refreshToken ?? null
  if (token === null || refreshToken === null) throw expired()
  const renewed = await refreshWith(ctx, credentials, { ...token, refreshToken })
  await storeToken(ctx, request, {
    instanceUrl: renewed.instanceUrl,
    accessToken: renewed.accessToken,
    refreshToken: renewed.refreshToken ?? refreshToken,
  })
  return renewed.accessToken
}

async function refreshWith(
  ctx: Context,
  credentials: OrgCredentials,
  token: StoredToken & { refreshToken: string },
) {
  try {
    return await refreshAccessToken({
      signInUrl: token.instanceUrl,
      clientId: credentials.clientId,
      refreshToken: token.refreshToken,
      allowedOrigins: ctx.config.salesforce.allowedOrigins,
    })
  } catch (error) {
    if (error instanceof SalesforceError && error.code === 'invalidGrant') throw expired(error)
    throw error
  }
}

function expired(cause?: unknown): JobFailure {
  return new JobFailure(
    'Salesforce no longer accepts the stored authorization. Connect to your org again.',
    cause instanceof Error ? cause.message : null,
    { cause },
  )
}
