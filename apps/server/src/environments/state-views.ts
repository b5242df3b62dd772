import type { EnvironmentSnapshot } from '@sluice/contract/environment-snapshot'
import { limits } from '@sluice/contract/limits'
import type { UndeployedComponent, UndeployedComponentSet } from '@sluice/contract/undeployed-component'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import {
  componentFailure,
  componentStateRevision,
  environmentSnapshot,
} from '../platform/database/schema/environment-state.ts'
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

/** The current set of undeployed components of each environment, or of those with the ids. */
export async function viewUndeployedSets(
  tx: Transaction,
  workspaceId: string,
  environmentIds?: readonly string[],
): Promise<UndeployedComponentSet[]> {
  const named = environmentIds === undefined ? undefined : inArray(environment.id, [...environmentIds])
  const environments = await tx
    .select({
      environmentId: environment.id,
      revisionId: environment.componentStateRevisionId,
      totalCount: componentStateRevision.componentCount,
    })
    .from(environment)
    .leftJoin(componentStateRevision, eq(componentStateRevision.id, environment.componentStateRevisionId))
    .where(and(eq(environment.workspaceId, workspaceId), named))
  const sets: UndeployedComponentSet[] = []
  for (const { environmentId, revisionId, totalCount } of environments) {
    const components = revisionId === null ? [] : await listComponents(tx, environmentId, revisionId)
    sets.push({ environmentId, revisionId, totalCount: totalCount ?? components.length, components })
  }
  return sets
}

async function listComponents(
  tx: Transaction,
  environmentId: string,
  revisionId: string,
): Promise<UndeployedComponent[]> {
  const rows = await tx
    .select()
    .from(componentFailure)
    .where(
      and(eq(componentFailure.environmentId, environmentId), eq(componentFailure.revisionId, revisionId)),
    )
    .orderBy(asc(componentFailure.failingSinceUtc))
    .limit(limits.pushedComponents)
  return rows.map(({ baselineCommitHash: _baseline, ...row }) => ({
    ...row,
    createdUtc: row.createdUtc.toISOString(),
    failingSinceUtc: row.failingSinceUtc.toISOString(),
  }))
}
