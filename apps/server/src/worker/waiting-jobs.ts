import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { job } from '../platform/database/schema/jobs.ts'

/**
 * Hands over jobs that wait although a worker is free: two submissions at once turn one of them away, and a
 * raised limit frees workers without any job ending.
 */
export async function enqueueWaitingJobs(ctx: Context): Promise<void> {
  if (ctx.config.limits.concurrentWorkers === null) return
  const workspaces = await ctx.database.asSystem((tx) =>
    tx.selectDistinct({ id: job.workspaceId }).from(job).where(eq(job.status, 'Pending')),
  )
  for (const { id } of workspaces)
    await ctx.database.inWorkspace(id, null, (tx) => ctx.jobs.enqueueWaiting(tx, id))
}
