import type { environments } from '@sluice/contract/environments'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { openStoredSession } from '@sluice/salesforce/auth/stored-session'
import { defaultApiVersion } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { fetchOrgInfo } from '@sluice/salesforce/org-info'
import type { Context } from '../../context.ts'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { KeptAnswers } from '../../platform/kept-answers.ts'
import { findStack } from '../../stacks/stack-store.ts'
import { credentialsFingerprint } from '../../environments/credentials-fingerprint.ts'
import { type EnvironmentRow, findEnvironment } from '../../environments/environment-store.ts'
import { findOrgInfo, type OrgInfoRow, storeOrgInfo } from '../../environments/org-info-store.ts'
import { orgRefusals } from '../../environments/org-refusals.ts'
import { refuseOtherProduction } from '../../environments/other-production.ts'
import { toSalesforceInfo } from '../../environments/salesforce-info.ts'
import { storedCredentials } from '../../environments/stored-credentials.ts'

/** How long what the org said is good enough. */
const freshSeconds = 600
const latestRulesVersion = Number(defaultApiVersion)

/** Many browsers that meet a missing or old info, or a refusal, ask the org once a minute together. */
const kept = new KeptAnswers<OrgInfoRow>({ maxAgeMs: 60_000 })

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
    const fetched = info?.lastFetchedUtc.getTime() ?? 0
    const isFresh = ctx.clock.now().getTime() - fetched < freshSeconds * 1000
    const key = `${environmentId} ${fetched} ${credentialsFingerprint(stack, environment)}`
    const ask = () => fetchInfo(ctx, environment, info)
    if (info && isFresh) return toSalesforceInfo(info, { stack, environment, latestRulesVersion })
    const row = await kept.get(ctx.clock, key, ask)
    // The answer of the org may have raised the baseline of the stack.
    const stackNow = await ctx.database.inWorkspace(workspaceId, caller.userId, (tx) =>
      findStack(tx, workspaceId, stackId),
    )
    if (!stackNow) throw new AppError('entityNotFound')
    return toSalesforceInfo(row, { stack: stackNow, environment, latestRulesVersion })
  },
)

const refusals = orgRefusals(explainSignInRefusal)

async function fetchInfo(
  ctx: Context,
  environment: EnvironmentRow,
  info: OrgInfoRow | null,
): Promise<OrgInfoRow> {
  const { workspaceId, stackId, id: environmentId } = environment
  const credentials = storedCredentials(ctx, { workspaceId, stackId, environmentId })
  const addresses = ctx.outgoing.salesforce
  const said = await openStoredSession({ ...credentials, refusals, addresses })
    .then((connection) => fetchOrgInfo(connection))
    .catch((error: unknown) => {
      throw error instanceof SalesforceError ? refusals.refused(error) : error
    })
  refuseOtherProduction({ environment, info }, said.orgId)
  const lastFetchedUtc = ctx.clock.now()
  return ctx.database.inWorkspace(workspaceId, null, async (tx) =>
    storeOrgInfo(tx, { ...said, environmentId, workspaceId, stackId, lastFetchedUtc }, latestRulesVersion),
  )
}
