import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { databaseTime } from '../platform/database/database-time.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { endJob } from './job-end.ts'
import { lostTooOften, mostEpochs } from './most-epochs.ts'

/** A job that has just ended with the engine has not always been written yet. */
const settledAfterMs = 30_000

/**
 * Gives jobs back to the queue that the engine has given up, such as after minutes without a database or when the process of
 * their worker was paused: without this they would be Running, and hold their locks, for ever. A job that has been
 * lost too often ends as Failed.
 */
export async function requeueStrandedJobs(ctx: Context): Promise<void> {
  const { working, now } = await ctx.database.asSystem(async (tx) => {
    const { id, workspaceId, createdUtc, epoch } = job
    const isWorking = and(
      inArray(job.status, ['Queued', 'Running', 'Cancelling']),
      eq(job.workerType, 'Managed'),
    )
    const rows = await tx.select({ id, workspaceId, createdUtc, epoch }).from(job).where(isWorking)
    return { working: rows, now: await databaseTime(tx) }
  })
  const states = await ctx.jobs.engineStates(working.map(({ id }) => id))
  const stranded = working.filter(({ id, createdUtc }) => {
    const state = states.get(id)
    if (state?.isAlive) return false
    return now.getTime() - (state?.updatedUtc ?? createdUtc).getTime() > settledAfterMs
  })
  // The engine takes no job again of which it has an end.
  await ctx.jobs.forget(stranded.map(({ id }) => id))
  for (const { id: jobId, workspaceId, epoch } of stranded) {
    ctx.log.error({ jobId, epoch }, 'the engine gave this job up')
    await ctx.database.inWorkspace(workspaceId, null, async (tx) => {
      // A worker that still has it writes nothing more.
      const { rowCount } = await tx
        .update(job)
        .set({ epoch: sql`${job.epoch} + 1`, status: 'Pending' })
        .where(and(eq(job.id, jobId), ne(job.status, 'Ended')))
      if (!rowCount) return
      if (epoch < mostEpochs) return await ctx.jobs.enqueue(tx, { jobId, workspaceId })
      const error = { message: lostTooOften, details: null }
      await endJob(ctx, tx, { jobId, workspaceId, outcome: 'Failed', error })
    })
  }
}
