import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { databaseTime } from '../platform/database/database-time.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { endJob } from './job-end.ts'

/** A job that has just ended with the engine has not always been written yet. */
const settledAfterMs = 30_000

/**
 * Ends jobs that the engine has given up, such as after minutes without a database: without this they would be
 * Running, and hold their locks, for ever.
 */
export async function endStrandedJobs(ctx: Context): Promise<void> {
  const { working, now } = await ctx.database.asSystem(async (tx) => {
    const { id, workspaceId, createdUtc } = job
    const isWorking = and(
      inArray(job.status, ['Queued', 'Running', 'Cancelling']),
      eq(job.workerType, 'Managed'),
    )
    const rows = await tx.select({ id, workspaceId, createdUtc }).from(job).where(isWorking)
    return { working: rows, now: await databaseTime(tx) }
  })
  const states = await ctx.jobs.engineStates(working.map(({ id }) => id))
  const stranded = working.filter(({ id, createdUtc }) => {
    const state = states.get(id)
    if (state?.isAlive) return false
    return now.getTime() - (state?.updatedUtc ?? createdUtc).getTime() > settledAfterMs
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
