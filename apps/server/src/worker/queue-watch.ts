import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { job } from '../platform/database/schema/jobs.ts'

/** A job that has been in line for so long is worth a line of the log. */
const longWaitSeconds = 60

/** Says in the log how many jobs have long been in line for a worker, and for how long the first of them. */
export async function watchQueue(ctx: Context): Promise<void> {
  const [found] = await ctx.database.asSystem((tx) =>
    tx
      .select({
        jobs: sql<number>`count(*)::int`,
        workspaces: sql<number>`count(distinct ${job.workspaceId})::int`,
        oldestSeconds: sql<number>`coalesce(round(extract(epoch from now() - min(${job.queuedUtc}))), 0)::int`,
      })
      .from(job)
      .where(
        and(
          eq(job.status, 'Queued'),
          sql`${job.queuedUtc} < now() - make_interval(secs => ${longWaitSeconds})`,
        ),
      ),
  )
  if (found && found.jobs > 0) ctx.log.warn(found, 'jobs wait for a free worker')
}
