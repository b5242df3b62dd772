import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { announcementChannel } from '../../platform/database/announce.ts'
import { job } from '../../platform/database/schema/jobs.ts'

/** How long a change that is not announced may stay unseen, and how long the next look waits for further changes, in milliseconds. */
const longestPause = 250
const shortestPause = 10

/**
 * Waits until the condition holds and looks again when a change of the job is announced, because a look costs many queries.
 * Says whether it held before the limit.
 */
export async function untilJob(
  ctx: Pick<Context, 'database'>,
  jobId: string,
  condition: () => Promise<boolean>,
): Promise<boolean> {
  const end = Date.now() + 300_000
  let changed = new AbortController()
  const onMessage = (text: string) => {
    if (text.includes(jobId)) changed.abort()
  }
  const listening = await ctx.database.listen(announcementChannel, { onMessage })
  try {
    while (!(await condition())) {
      if (Date.now() > end) return false
      await pause(longestPause, undefined, { signal: changed.signal }).catch(() => pause(shortestPause))
      changed = new AbortController()
    }
    return true
  } finally {
    await listening.close()
  }
}

/** Whether the job has ended; a query of one value, other than a view of the job. */
export async function hasEnded(ctx: Pick<Context, 'database'>, jobId: string): Promise<boolean> {
  const [row] = await ctx.database.asSystem((tx) =>
    tx.select({ status: job.status }).from(job).where(eq(job.id, jobId)),
  )
  if (!row) throw new Error('The job is gone.')
  return row.status === 'Ended'
}
