import { hostname } from 'node:os'
import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { JobReference } from '../durable/engine.ts'
import type { CommandJob } from '../durable/job-command.ts'
import { countOpenIntents } from '../durable/ledger.ts'
import { announce } from '../platform/database/announce.ts'
import type { Database } from '../platform/database/database.ts'
import { job } from '../platform/database/schema/jobs.ts'

export interface BegunJob extends CommandJob {
  epoch: number
  traceId: string | null
  cancellationIsRequested: boolean
  openIntents: number
  /** Milliseconds since the job was first begun, waiting included. By the database's clock only. */
  ageMs: number
}

const ageInMs = sql<number>`(extract(epoch from clock_timestamp() - ${job.startedUtc}) * 1000)::float8`

/** Takes the job up: whoever had it before can write nothing from now on. Null when it has ended already. */
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
      openIntents: await countOpenIntents(tx, jobId),
      ageMs: row.ageMs,
    }
  })
}
