import { type ProgressScope, progressScope } from '@sluice/contract/progress'
import { hostname } from 'node:os'
import { and, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm'
import type { JobReference } from '../context.ts'
import type { CommandJob } from '../durable/job-command.ts'
import { announce } from '../platform/database/announce.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { jobProgress, jobStep } from '../platform/database/schema/job-execution.ts'
import { job } from '../platform/database/schema/jobs.ts'

export interface BegunJob extends CommandJob {
  epoch: number
  traceId: string | null
  cancellationIsRequested: boolean
  /** How many effects and transactions earlier attempts have begun or finished. */
  inheritedChanges: number
  /** What earlier attempts have shown of their progress. */
  progress: readonly ProgressScope[]
  /** Milliseconds since the job was first begun, waiting included. By the database's clock only. */
  ageMs: number
}

const ageInMs = sql<number>`(extract(epoch from clock_timestamp() - ${job.startedUtc}) * 1000)::float8`

/** Begins a run of the job with a new epoch, so that an earlier run can write nothing. Null when the job has ended already. */
export function beginJob(
  database: Database,
  reference: JobReference,
  executorId: string,
): Promise<BegunJob | null> {
  const { jobId, workspaceId } = reference
  return database.inWorkspace(workspaceId, null, async (tx) => {
    const [row] = await tx
      .update(job)
      .set({
        epoch: sql`${job.epoch} + 1`,
        status: sql`case when ${job.cancellationIsRequested} then 'Cancelling' else 'Running' end`,
        startedUtc: sql`coalesce(${job.startedUtc}, now())`,
        workerInstanceIdentifier: executorId,
        workerInstanceLocation: hostname(),
      })
      .where(and(eq(job.id, jobId), ne(job.status, 'Ended')))
      .returning({ ...getTableColumns(job), ageMs: ageInMs })
    if (!row) return null
    await announce(tx, { workspaceId, kind: 'pushJobs', ids: [jobId] })
    return {
      id: row.id,
      workspaceId: row.workspaceId,
      stackId: row.stackId,
      mainEnvironmentId: row.mainEnvironmentId,
      commandName: row.commandName,
      commandInput: row.commandInput,
      isCheckOnly: row.isCheckOnly,
      createdByUserId: row.createdByUserId,
      epoch: row.epoch,
      traceId: row.traceId,
      cancellationIsRequested: row.cancellationIsRequested,
      inheritedChanges: await countChanges(tx, jobId),
      progress: row.epoch === 1 ? [] : await progressOf(tx, jobId),
      ageMs: row.ageMs,
    }
  })
}

/**
 * What an earlier attempt changed, or may have changed, outside or in the database: until a new attempt has come past all
 * of it, the job must not end as cancelled.
 */
async function countChanges(tx: Transaction, jobId: string): Promise<number> {
  return tx.$count(jobStep, and(eq(jobStep.jobId, jobId), inArray(jobStep.kind, ['Effect', 'Transaction'])))
}

async function progressOf(tx: Transaction, jobId: string): Promise<readonly ProgressScope[]> {
  const [row] = await tx
    .select({ scopes: jobProgress.scopes })
    .from(jobProgress)
    .where(eq(jobProgress.jobId, jobId))
  // Progress that an earlier release wrote lacks the newest fields.
  return progressScope.array().parse(row?.scopes ?? [])
}
