import { and, eq, ne, sql } from 'drizzle-orm'
import type { JobReference } from '../context.ts'
import { announce } from '../platform/database/announce.ts'
import type { Transaction } from '../platform/database/database.ts'
import { type JobOutcome, job, jobDependency } from '../platform/database/schema/jobs.ts'

/** Whether a job that this one depends on still runs. */
export async function hasOpenDependencies(tx: Transaction, jobId: string): Promise<boolean> {
  const [open] = await tx
    .select({ id: job.id })
    .from(jobDependency)
    .innerJoin(job, eq(job.id, jobDependency.dependsOnJobId))
    .where(and(eq(jobDependency.jobId, jobId), ne(job.status, 'Ended')))
    .limit(1)
  return open !== undefined
}

export interface EndedJob extends JobReference {
  outcome: JobOutcome
}

/**
 * After the end of a job: those that waited for it begin when it succeeded and nothing else holds them, and end
 * with it otherwise, because they build on what it did.
 */
export async function settleDependents(
  tx: Transaction,
  ended: EndedJob,
  enqueue: (tx: Transaction, job: JobReference) => Promise<void>,
): Promise<void> {
  const dependents = await tx
    .select({ id: job.id })
    .from(jobDependency)
    .innerJoin(job, eq(job.id, jobDependency.jobId))
    .where(and(eq(jobDependency.dependsOnJobId, ended.jobId), eq(job.status, 'Pending')))
  for (const { id: jobId } of dependents) {
    const dependent = { jobId, workspaceId: ended.workspaceId }
    if (ended.outcome === 'Succeeded') await enqueue(tx, dependent)
    else
      await endUnstarted(
        tx,
        { ...dependent, reason: 'A job that this job depends on did not succeed.' },
        enqueue,
      )
  }
}

/** Ends a job that no worker has begun. Returns whether it was such a job. */
export async function endUnstarted(
  tx: Transaction,
  unstarted: JobReference & { reason: string | null },
  enqueue: (tx: Transaction, job: JobReference) => Promise<void>,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(job)
    .set({
      status: 'Ended',
      outcome: 'Cancelled',
      endedUtc: sql`now()`,
      outsideEffects: [],
      error: unstarted.reason === null ? null : { message: unstarted.reason, details: null },
    })
    .where(and(eq(job.id, unstarted.jobId), sql`${job.status} in ('Pending', 'Queued')`))
  if (!rowCount) return false
  await announce(tx, { workspaceId: unstarted.workspaceId, kind: 'pushJobs', ids: [unstarted.jobId] })
  await settleDependents(tx, { ...unstarted, outcome: 'Cancelled' }, enqueue)
  return true
}
