import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { job, usesWorker } from '../platform/database/schema/jobs.ts'

/**
 * Whether one more job of the workspace may go to the workers. Two transactions that ask at once could both count
 * the last free place, so only one of them is answered yes; nobody waits for the other, and the job that was
 * turned away is found again by `nextWaiting`.
 */
export async function hasFreeWorker(tx: Transaction, workspaceId: string, most: number): Promise<boolean> {
  const { rows } = await tx.execute<{ alone: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('workers'), hashtext(${workspaceId})) as alone`,
  )
  if (!rows[0]?.alone) return false
  const [busy] = await tx
    .select({ jobs: count() })
    .from(job)
    .where(and(eq(job.workspaceId, workspaceId), usesWorker()))
  return (busy?.jobs ?? 0) < most
}

const isHeldByNothing = sql`not exists (
  select from job_dependency d join job before on before.id = d.depends_on_job_id
  where d.job_id = ${job.id} and before.status <> 'Ended')`

/** The oldest job that waits for nothing but a free worker. */
export async function nextWaiting(tx: Transaction, workspaceId: string): Promise<string | undefined> {
  const [oldest] = await tx
    .select({ id: job.id })
    .from(job)
    .where(
      and(
        eq(job.workspaceId, workspaceId),
        eq(job.workerType, 'Managed'),
        eq(job.status, 'Pending'),
        isHeldByNothing,
      ),
    )
    .orderBy(asc(job.createdUtc), asc(job.id))
    .limit(1)
    .for('update', { skipLocked: true })
  return oldest?.id
}
