import { and, eq, ne, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { endJob } from './job-end.ts'

/**
 * Ends jobs that the engine has given up, such as after minutes without a database: without this they would be
 * Running, and hold their locks, for ever.
 */
export async function endStrandedJobs(ctx: Context): Promise<void> {
  const stranded = await ctx.database.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ id: string; workspaceId: string }>(sql`
      select j.id, j.workspace_id as "workspaceId" from job j
      left join dbos.workflow_status w on w.workflow_uuid = j.id::text
      where j.status in ('Queued', 'Running', 'Cancelling') and j.worker_type = 'Managed'
        and (w.status is null or w.status not in ('PENDING', 'ENQUEUED', 'DELAYED'))
        and coalesce(to_timestamp(w.updated_at / 1000.0), j.created_utc) < now() - interval '30 seconds'`)
    return rows
  })
  for (const { id: jobId, workspaceId } of stranded) {
    ctx.log.error({ jobId }, 'the engine gave this job up')
    const error = { message: 'The worker lost this job.', details: null }
    await ctx.database.inWorkspace(workspaceId, null, async (tx) => {
      // A worker that still has it writes nothing more.
      const { rowCount } = await tx
        .update(job)
        .set({ epoch: sql`${job.epoch} + 1` })
        .where(and(eq(job.id, jobId), ne(job.status, 'Ended')))
      if (rowCount) await endJob(ctx, tx, { jobId, workspaceId, outcome: 'Failed', error })
    })
  }
}
