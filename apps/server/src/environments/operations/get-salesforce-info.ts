import type { environments } from '@sluice/contract/environments'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { type Refusals, openStoredSession } from '@sluice/salesforce/auth/stored-session'
import { defaultApiVersion } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { fetchOrgInfo } from '@sluice/salesforce/org-info'
import type { Context } from '../../context.ts'
import { handler } from '../../api/handler.ts'
import { AppError } from '../../platform/app-error.ts'
import { findStack } from '../../stacks/stack-store.ts'
import { type EnvironmentRow, findEnvironment } from '../environment-store.ts'
import { findOrgInfo, type OrgInfoRow, storeOrgInfo } from '../org-info-store.ts'
import { toSalesforceInfo } from '../salesforce-info.ts'
import { storedCredentials } from '../stored-credentials.ts'

/** How long what the org said is good enough. */
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
    const age = info ? ctx.clock.now().getTime() - info.lastFetchedUtc.getTime() : Infinity
    const row = info && age < freshSeconds * 1000 ? info : await askOrg(ctx, environment).catch(refuse)
    return toSalesforceInfo(row, { stack, environment, latestRulesVersion })
  },
)

const refusals: Refusals = {
  missing: () => new AppError('sfdcCredentialsMissing'),
  expired: (cause) => new AppError('sfdcCredentialsInvalid', { cause, ...detailOf(cause) }),
}

async function askOrg(ctx: Context, environment: EnvironmentRow): Promise<OrgInfoRow> {
  const { workspaceId, stackId, id: environmentId } = environment
  const credentials = storedCredentials(ctx, { workspaceId, stackId, environmentId })
  const addresses = ctx.outgoing.salesforce
  const said = await fetchOrgInfo(await openStoredSession({ ...credentials, refusals, addresses }))
  const lastFetchedUtc = ctx.clock.now()
  return ctx.database.inWorkspace(workspaceId, null, async (tx) =>
    storeOrgInfo(tx, { ...said, environmentId, workspaceId, stackId, lastFetchedUtc }),
  )
}

function refuse(error: unknown): never {
  if (!(error instanceof SalesforceError)) throw error
  const refused = ['invalidSession', 'invalidGrant', 'invalidCredentials', 'loginDisabled'].includes(
    error.code,
  )
  const type = error.code === 'passwordExpired' ? 'sfdcCredentialsPasswordExpired' : 'sfdcCredentialsInvalid'
  throw new AppError(refused || error.code === 'passwordExpired' ? type : 'sfdcInternalError', {
    cause: error,
    ...detailOf(error),
  })
}

function detailOf(error: SalesforceError | undefined): { detail?: string } {
  const refusal = error === undefined ? null : explainSignInRefusal(error)
  return refusal === null ? {} : { detail: refusal.text }
}
