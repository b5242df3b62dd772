import type { environments } from '@sluice/contract/environments'
import { refreshAccessToken } from '@sluice/salesforce/auth/refresh'
import { soapLogin } from '@sluice/salesforce/auth/soap-login'
import { type Connection, defaultApiVersion, openConnection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { fetchOrgInfo } from '@sluice/salesforce/org-info'
import type { Context } from '../../context.ts'
import { handler } from '../../api/handler.ts'
import { AppError } from '../../platform/app-error.ts'
import { findStack } from '../../stacks/stack-store.ts'
import { findEnvironment } from '../environment-store.ts'
import { openOrgCredentials, type OrgOwner, type StoredToken, storeRenewedToken } from '../org-credentials.ts'
import { findOrgInfo, type OrgInfoRow, storeOrgInfo } from '../org-info-store.ts'
import { toSalesforceInfo } from '../salesforce-info.ts'

/** How long what the org said is good enough (specification 1 section 9). */
const freshSeconds = 600
const latestRulesVersion = Number(defaultApiVersion)

export const getSalesforceInfo = handler<typeof environments.getSalesforceInfo>(
  async (ctx, { params, caller }) => {
    const { workspaceId, stackId, environmentId } = params
    const known = await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => ({
      stack: await findStack(tx, workspaceId, stackId),
      environment: await findEnvironment(tx, params),
      info: await findOrgInfo(tx, environmentId),
    }))
    const { stack, environment, info } = known
    if (!stack || !environment) throw new AppError('entityNotFound')
    const owner = { stack, environment }
    const age = info ? ctx.clock.now().getTime() - info.lastFetchedUtc.getTime() : Infinity
    const row = info && age < freshSeconds * 1000 ? info : await askOrg(ctx, owner).catch(refuse)
    return toSalesforceInfo(row, { ...owner, latestRulesVersion })
  },
)

async function askOrg(ctx: Context, owner: OrgOwner): Promise<OrgInfoRow> {
  const { workspaceId, stackId, id: environmentId } = owner.environment
  const said = await fetchOrgInfo(await connect(ctx, owner))
  const lastFetchedUtc = ctx.clock.now()
  return ctx.database.inWorkspace(workspaceId, null, async (tx) =>
    storeOrgInfo(tx, { ...said, environmentId, workspaceId, stackId, lastFetchedUtc }),
  )
}

async function connect(ctx: Context, owner: OrgOwner): Promise<Connection> {
  const { allowedOrigins } = ctx.config.salesforce
  const { token, signInUrl, username, password } = openOrgCredentials(ctx, owner)
  if (token) {
    const refresh = async () => renew(ctx, owner, token)
    return openConnection({ ...token, refresh, allowedOrigins })
  }
  if (username === null || password === null) throw new AppError('sfdcCredentialsMissing')
  const session = await soapLogin({ signInUrl, username, password, allowedOrigins })
  return openConnection({ ...session, accessToken: session.sessionId, allowedOrigins })
}

async function renew(ctx: Context, owner: OrgOwner, token: StoredToken): Promise<string> {
  const { refreshToken, instanceUrl } = token
  if (!refreshToken) throw new AppError('sfdcCredentialsInvalid')
  const { clientId } = openOrgCredentials(ctx, owner)
  const { allowedOrigins } = ctx.config.salesforce
  const renewed = await refreshAccessToken({ signInUrl: instanceUrl, clientId, refreshToken, allowedOrigins })
  const stored = { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken }
  await ctx.database.inWorkspace(owner.stack.workspaceId, null, async (tx) =>
    storeRenewedToken(ctx, tx, { ...owner, token: stored }),
  )
  return renewed.accessToken
}

function refuse(error: unknown): never {
  if (!(error instanceof SalesforceError)) throw error
  const refused = ['invalidSession', 'invalidGrant', 'invalidCredentials', 'loginDisabled'].includes(
    error.code,
  )
  const type = error.code === 'passwordExpired' ? 'sfdcCredentialsPasswordExpired' : 'sfdcCredentialsInvalid'
  throw new AppError(refused || error.code === 'passwordExpired' ? type : 'sfdcInternalError', {
    cause: error,
  })
}
