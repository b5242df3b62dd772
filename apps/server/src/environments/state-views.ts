import type { EnvironmentSnapshot } from '@sluice/contract/environment-snapshot'
import type { UndeployedComponentSet } from '@sluice/contract/undeployed-component'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { componentStateRevision, environmentSnapshot } from '../platform/database/schema/environment-state.ts'
import { environment } from '../platform/database/schema/environments.ts'

const snapshotsAtMost = 1000

/** Snapshots of the workspace, or those with the ids; the newest first. */
export async function viewSnapshots(
  tx: Transaction,
  workspaceId: string,
  ids?: readonly string[],
): Promise<EnvironmentSnapshot[]> {
  const named = ids === undefined ? undefined : inArray(environmentSnapshot.id, [...ids])
  const rows = await tx
    .select()
    .from(environmentSnapshot)
    .where(and(eq(environmentSnapshot.workspaceId, workspaceId), named))
    .orderBy(desc(environmentSnapshot.createdUtc))
    .limit(snapshotsAtMost)
  return rows.map((row) => ({
    id: row.id,
    environmentId: row.environmentId,
    createdUtc: row.createdUtc.toISOString(),
    createdByUserId: row.createdByUserId,
    number: row.number,
    title: row.title,
    gitBranchName: row.gitBranchName,
    environmentLatestKnownParityCommitHash: row.environmentLatestKnownParityCommitHash,
    environmentHeadCommitHash: row.environmentHeadCommitHash ?? '',
  }))
}

/** How many undeployed components each environment has, or each of those with the ids. */
export async function viewUndeployedSets(
  tx: Transaction,
  workspaceId: string,
  environmentIds?: readonly string[],
): Promise<UndeployedComponentSet[]> {
  const named = environmentIds === undefined ? undefined : inArray(environment.id, [...environmentIds])
  return tx
    .select({
      environmentId: environment.id,
      revisionId: environment.componentStateRevisionId,
      totalCount: sql<number>`coalesce(${componentStateRevision.componentCount}, 0)`,
      withErrorsCount: sql<number>`coalesce(${componentStateRevision.componentWithErrorsCount}, 0)`,
    })
    .from(environment)
    .leftJoin(componentStateRevision, eq(componentStateRevision.id, environment.componentStateRevisionId))
    .where(and(eq(environment.workspaceId, workspaceId), named))
}
