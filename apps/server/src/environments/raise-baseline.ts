import { and, eq, lt, sql } from 'drizzle-orm'
import { announce } from '../platform/database/announce.ts'
import type { Transaction } from '../platform/database/database.ts'
import { salesforceOrgInfo } from '../platform/database/schema/environment-state.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { stack } from '../platform/database/schema/stacks.ts'

/**
 * Raises the baseline of a stack to the newest API version that all orgs of its initialized environments support and
 * Sluice knows. An org that has not answered yet keeps it where it is, and nothing lowers it: the branches hold the
 * metadata of that version already.
 */
export async function raiseBaseline(
  tx: Transaction,
  { workspaceId, stackId }: { readonly workspaceId: string; readonly stackId: string },
  latestRulesVersion: number,
): Promise<void> {
  const platform = sql`${salesforceOrgInfo.platformVersion}::double precision`
  const [orgs] = await tx
    .select({
      lowest: sql<number | null>`min(${platform})`,
      areKnown: sql<boolean>`bool_and(${salesforceOrgInfo.environmentId} is not null)`,
    })
    .from(environment)
    .leftJoin(salesforceOrgInfo, eq(salesforceOrgInfo.environmentId, environment.id))
    .where(and(eq(environment.stackId, stackId), eq(environment.isInitialized, true)))
  if (!orgs?.areKnown || orgs.lowest === null) return
  const sfdcApiVersionBaseline = Math.min(orgs.lowest, latestRulesVersion)
  const { rowCount } = await tx
    .update(stack)
    .set({ sfdcApiVersionBaseline })
    .where(and(eq(stack.id, stackId), lt(stack.sfdcApiVersionBaseline, sfdcApiVersionBaseline)))
  if (rowCount) await announce(tx, { workspaceId, kind: 'pushStacks', ids: [stackId] })
}
