import type { Usage } from '@sluice/contract/billing'
import { and, count, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { workerMinutes } from '../platform/database/schema/billing.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { job, usesWorker } from '../platform/database/schema/jobs.ts'

/** Real counts of what a workspace uses; minutes are those of the period. */
export async function countUsage(tx: Transaction, workspaceId: string, periodStarts: Date) {
  const [environments] = await tx
    .select({ quantity: count() })
    .from(environment)
    .where(eq(environment.workspaceId, workspaceId))
  const [workers] = await tx
    .select({ quantity: count() })
    .from(job)
    .where(and(eq(job.workspaceId, workspaceId), usesWorker()))
  const [minutes] = await tx
    .select({ active: workerMinutes.active, passive: workerMinutes.passive })
    .from(workerMinutes)
    .where(and(eq(workerMinutes.workspaceId, workspaceId), eq(workerMinutes.periodStartsUtc, periodStarts)))
  return {
    environments: environments?.quantity ?? 0,
    workers: workers?.quantity ?? 0,
    activeMinutes: minutes?.active ?? 0,
    passiveMinutes: minutes?.passive ?? 0,
  }
}

/** Counts the minutes of a job that ends now in the period of this moment. */
export async function addWorkerMinutes(
  tx: Transaction,
  { workspaceId, active, passive }: { workspaceId: string; active: number; passive: number },
): Promise<void> {
  if (active + passive === 0) return
  const periodStartsUtc = sql`date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`
  await tx
    .insert(workerMinutes)
    .values({ workspaceId, periodStartsUtc, active, passive })
    .onConflictDoUpdate({
      target: [workerMinutes.workspaceId, workerMinutes.periodStartsUtc],
      set: {
        active: sql`${workerMinutes.active} + excluded.active`,
        passive: sql`${workerMinutes.passive} + excluded.passive`,
      },
    })
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

/** The same for a transaction that makes one: of two at once the second one counts the environment of the first. */
export async function reserveEnvironment(
  tx: Transaction,
  workspaceId: string,
  limit: number | null,
): Promise<number | null> {
  if (limit !== null)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('environments'), hashtext(${workspaceId}))`)
  return await availableEnvironments(tx, workspaceId, limit)
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
