import { eq } from 'drizzle-orm'
import type { Context, JobReference } from '../context.ts'
import type { ParkedWait } from '../durable/job-wait.ts'
import { announce } from '../platform/database/announce.ts'
import { job, notice } from '../platform/database/schema/jobs.ts'
import { freeDisk } from '../platform/free-disk.ts'
import { newId } from '../platform/ids.ts'

/** How long a job waits until the disk is looked at again. */
const lookAgainMs = 10_000

/**
 * The wait of a job that must not go on here because the disk is nearly full, which its timeline says once; null where there is
 * room. A job that is to be cancelled goes on, because it ends.
 */
export async function waitForDisk(ctx: Context, reference: JobReference): Promise<ParkedWait | null> {
  const { bytes, freeMegabytes } = await freeDisk(ctx)
  if (bytes >= 0 || (await isCancelled(ctx, reference))) return null
  ctx.log.warn({ jobId: reference.jobId, freeMegabytes }, 'the disk is nearly full, so the job waits')
  await say(ctx, reference, freeMegabytes)
  return { topic: 'room on the disk', until: ctx.clock.now().getTime() + lookAgainMs }
}

async function isCancelled(ctx: Context, { jobId, workspaceId }: JobReference): Promise<boolean> {
  const [row] = await ctx.database.inWorkspace(workspaceId, null, (tx) =>
    tx.select({ isCancelled: job.cancellationIsRequested }).from(job).where(eq(job.id, jobId)),
  )
  return row?.isCancelled !== false
}

async function say(ctx: Context, { jobId, workspaceId }: JobReference, freeMegabytes: number): Promise<void> {
  await ctx.database.inWorkspace(workspaceId, null, async (tx) => {
    const row = { id: newId(), workspaceId, jobId, origin: 'server disk', subject: 'ServerDiskFull' }
    await tx
      .insert(notice)
      .values({ ...row, body: { freeMegabytes } })
      .onConflictDoNothing()
    await announce(tx, { workspaceId, kind: 'pushJobs', ids: [jobId] })
  })
}
