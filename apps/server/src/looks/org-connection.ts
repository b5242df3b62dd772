import { type Connection, defaultApiVersion } from '@sluice/salesforce/connection'
import { fetchOrgInfo } from '@sluice/salesforce/org-info'
import type { Context } from '../context.ts'
import type { DifferenceOwner } from '../differences/difference-store.ts'
import type { EnvironmentRow } from '../environments/environment-store.ts'
import { type OrgInfoRow, findOrgInfo, storeOrgInfo } from '../environments/org-info-store.ts'
import { findStack } from '../stacks/stack-store.ts'
import { effectiveApiVersion } from '../steps/org/api-version.ts'
import { refuseOtherOrg } from '../steps/org/check-org.ts'
import { openOrg } from '../steps/org/open-org.ts'
import { type CallCount, leaveRequests } from './org-calls.ts'

/** An org that answers as the one of its environment. */
export interface CheckedLookOrg {
  readonly connection: Connection
  readonly orgId: string
  readonly isSandbox: boolean
  readonly apiVersion: string
}

interface LookAtEnvironment {
  readonly owner: DifferenceOwner
  readonly environment: EnvironmentRow
  readonly calls: CallCount
}

/** How long what an org said about itself is good enough. */
const freshMs = 3_600_000

/** Signs in to the org of an environment and asks it from time to time who it is. */
export async function connectForLook(
  ctx: Context,
  { owner, environment, calls }: LookAtEnvironment,
): Promise<CheckedLookOrg> {
  const open = async (apiVersion: string | undefined) =>
    calls.counted(
      await openOrg(ctx, {
        job: owner,
        stack: { id: owner.stackId },
        environmentId: environment.id,
        apiVersion,
        watchUsage: leaveRequests,
      }),
    )
  const { stack, known } = await ctx.database.inWorkspace(owner.workspaceId, null, async (tx) => ({
    stack: await findStack(tx, owner.workspaceId, owner.stackId),
    known: await findOrgInfo(tx, environment.id),
  }))
  const isOwn = known !== null && known.isSandbox !== environment.isProduction
  const isFresh = isOwn && ctx.clock.now().getTime() - known.lastFetchedUtc.getTime() < freshMs
  const expected = { isProduction: environment.isProduction, orgId: known?.orgId ?? null }
  const info = isFresh ? known : await askWho(ctx, { owner, expected }, await open(undefined))
  const apiVersion = effectiveApiVersion({
    mode: environment.sfdcApiVersionMode ?? stack?.sfdcApiVersionMode ?? 'Baseline',
    platform: info.platformVersion,
    baseline: stack?.sfdcApiVersionBaseline ?? null,
  })
  return { connection: await open(apiVersion), orgId: info.orgId, isSandbox: info.isSandbox, apiVersion }
}

interface ExpectedOrg extends Pick<LookAtEnvironment, 'owner'> {
  readonly expected: Parameters<typeof refuseOtherOrg>[1]
}

async function askWho(
  ctx: Context,
  { owner, expected }: ExpectedOrg,
  connection: Connection,
): Promise<OrgInfoRow> {
  const said = await fetchOrgInfo(connection)
  refuseOtherOrg(said, expected)
  const lastFetchedUtc = ctx.clock.now()
  return await ctx.database.inWorkspace(owner.workspaceId, null, (tx) =>
    storeOrgInfo(tx, { ...said, ...owner, lastFetchedUtc }, Number(defaultApiVersion)),
  )
}
