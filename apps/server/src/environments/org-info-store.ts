import { eq } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { salesforceOrgInfo } from '../platform/database/schema/environment-state.ts'

import { raiseBaseline } from './raise-baseline.ts'

export type OrgInfoRow = typeof salesforceOrgInfo.$inferSelect

export async function findOrgInfo(tx: Transaction, environmentId: string): Promise<OrgInfoRow | null> {
  const [row] = await tx
    .select()
    .from(salesforceOrgInfo)
    .where(eq(salesforceOrgInfo.environmentId, environmentId))
  return row ?? null
}

/**
 * Stores what the org answered, which may raise the baseline of its stack up to the newest API version that the rules know. The time of the first answer stays.
 */
export async function storeOrgInfo(
  tx: Transaction,
  info: Omit<OrgInfoRow, 'insertedUtc'>,
  latestRulesVersion: number,
): Promise<OrgInfoRow> {
  const { environmentId, workspaceId, ...said } = info
  const [row] = await tx
    .insert(salesforceOrgInfo)
    .values({ ...info, insertedUtc: info.lastFetchedUtc })
    .onConflictDoUpdate({ target: salesforceOrgInfo.environmentId, set: said })
    .returning()
  if (!row) throw new Error(`The org info of environment ${environmentId} of ${workspaceId} was not stored.`)
  await raiseBaseline(tx, row, latestRulesVersion)
  return row
}

/** After a change of credentials: what is known may be of another org, so that the next question goes to the org. */
export async function outdateOrgInfo(tx: Transaction, environmentId: string): Promise<void> {
  await tx
    .update(salesforceOrgInfo)
    .set({ lastFetchedUtc: new Date(0) })
    .where(eq(salesforceOrgInfo.environmentId, environmentId))
}

/** After a change of the stack's connection: its environments use it where they have no credentials of their own. */
export async function outdateOrgInfoOfStack(tx: Transaction, stackId: string): Promise<void> {
  await tx
    .update(salesforceOrgInfo)
    .set({ lastFetchedUtc: new Date(0) })
    .where(eq(salesforceOrgInfo.stackId, stackId))
}
