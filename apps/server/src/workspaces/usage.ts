import type { Usage } from '@sluice/contract/billing'
import { and, count, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { job } from '../platform/database/schema/jobs.ts'

/** Real counts of what a workspace uses; minutes are those of the period. */
export async function countUsage(tx: Transaction, workspaceId: string, periodStart: Date) {
  const [environments] = await tx
    .select({ quantity: count() })
    .from(environment)
    .where(eq(environment.workspaceId, workspaceId))
  const [workers] = await tx
    .select({ quantity: count() })
    .from(job)
    .where(and(eq(job.workspaceId, workspaceId), inArray(job.status, ['Running', 'Cancelling'])))
  const [minutes] = await tx
    .select({
      active: sql<number>`coalesce(sum(${job.billableActiveWorkerMinutes}), 0)::int`,
      passive: sql<number>`coalesce(sum(${job.billablePassiveWorkerMinutes}), 0)::int`,
    })
    .from(job)
    .where(and(eq(job.workspaceId, workspaceId), gte(job.endedUtc, periodStart)))
  return {
    environments: environments?.quantity ?? 0,
    workers: workers?.quantity ?? 0,
    activeMinutes: minutes?.active ?? 0,
    passiveMinutes: minutes?.passive ?? 0,
  }
}

/** How many more environments the workspace may have; null when there is no limit. */
export async function availableEnvironments(
  tx: Transaction,
  workspaceId: string,
  limit: number | null,
): Promise<number | null> {
  return limit === null
    ? null
    : limit - (await tx.$count(environment, eq(environment.workspaceId, workspaceId)))
}

/** A null entitlement is unlimited. */
export const usageOf = (inUseQuantity: number, entitlementQuantity: number | null): Usage => ({
  inUseQuantity,
  entitlementQuantity,
  availableQuantity: entitlementQuantity === null ? null : Math.max(0, entitlementQuantity - inUseQuantity),
})

/** The calendar month in UTC. */
export function billingPeriod(now: Date): { starts: Date; ends: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { starts: new Date(Date.UTC(year, month, 1)), ends: new Date(Date.UTC(year, month + 1, 1)) }
}
