import type { EnvironmentDifference } from '@sluice/contract/difference'
import { type SQL, and, asc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { environmentDifference as table } from '../platform/database/schema/differences.ts'
import { environment } from '../platform/database/schema/environments.ts'

/** Without the lists, which are large. */
const shown = {
  environmentId: environment.id,
  stackId: environment.stackId,
  isInitialized: environment.isInitialized,
  revision: table.revision,
  toDeploy: table.toDeploy,
  leftOut: table.leftOut,
  changedInOrg: table.changedInOrg,
  onBothSides: table.onBothSides,
  conflicts: table.conflicts,
  branchState: table.branchState,
  branchReason: table.branchReason,
  branchLookedUtc: table.branchLookedUtc,
  sinceCommitHash: table.sinceCommitHash,
  headCommitHash: table.headCommitHash,
  commitsAhead: table.commitsAhead,
  orgState: table.orgState,
  orgReason: table.orgReason,
  orgLookedUtc: table.orgLookedUtc,
  orgAskedUtc: table.orgAskedUtc,
  orgBegunUtc: table.orgBegunUtc,
  orgMethod: table.orgMethod,
}

async function select(tx: Transaction, where: SQL | undefined): Promise<EnvironmentDifference[]> {
  const rows = await tx
    .select(shown)
    .from(environment)
    .leftJoin(table, eq(table.environmentId, environment.id))
    .where(where)
    .orderBy(asc(environment.id))
  return rows.map(toDifference)
}

/** What `pushDifferences` carries: all environments of the workspace, or those with the ids. */
export async function viewDifferences(
  tx: Transaction,
  workspaceId: string,
  environmentIds?: readonly string[],
): Promise<EnvironmentDifference[]> {
  const named = environmentIds === undefined ? undefined : inArray(environment.id, [...environmentIds])
  return await select(tx, and(eq(environment.workspaceId, workspaceId), named))
}

/** The differences of the environments of a stack. */
export async function viewDifferencesOfStack(
  tx: Transaction,
  of: { readonly workspaceId: string; readonly stackId: string },
): Promise<EnvironmentDifference[]> {
  return await select(
    tx,
    and(eq(environment.workspaceId, of.workspaceId), eq(environment.stackId, of.stackId)),
  )
}

type Shown = { [K in keyof typeof shown]: (typeof shown)[K]['_']['data'] | null }

const notInitialized = 'There is nothing to compare with until the environment has been initialized.'

function toDifference(row: Pick<Shown, keyof typeof shown>): EnvironmentDifference {
  const why = row.isInitialized === true ? null : notInitialized
  const isLooking = row.orgBegunUtc !== null || row.orgAskedUtc !== null
  return {
    environmentId: row.environmentId ?? '',
    stackId: row.stackId ?? '',
    revision: row.revision ?? 0,
    toDeploy: row.toDeploy,
    leftOut: row.leftOut,
    changedInOrg: row.changedInOrg,
    onBothSides: row.onBothSides,
    conflicts: row.conflicts,
    branch: {
      state: row.branchState ?? 'unknown',
      reason: row.branchReason ?? why,
      lookedAtUtc: row.branchLookedUtc?.toISOString() ?? null,
      sinceCommitHash: row.sinceCommitHash,
      headCommitHash: row.headCommitHash,
      commitsAhead: row.commitsAhead,
    },
    org: {
      state: isLooking ? 'looking' : (row.orgState ?? 'unknown'),
      reason: isLooking ? null : (row.orgReason ?? why),
      lookedAtUtc: row.orgLookedUtc?.toISOString() ?? null,
      method: row.orgMethod,
    },
  }
}
