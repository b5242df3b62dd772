import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { settleDependents } from '../durable/dependents.ts'
import { removeJobFiles } from '../durable/job-files.ts'
import { releaseEnvironmentLocks } from '../environments/environment-lock.ts'
import { announce } from '../platform/database/announce.ts'
import type { Transaction } from '../platform/database/database.ts'
import { inquiry } from '../platform/database/schema/inquiries.ts'
import { type JobError, type JobOutcome, job } from '../platform/database/schema/jobs.ts'
import { repositoryCredential } from '../platform/database/schema/stacks.ts'

export interface JobEnding {
  jobId: string
  workspaceId: string
  outcome: JobOutcome
  error: JobError | null
}

const minutes = (milliseconds: ReturnType<typeof sql>) => sql`ceil(${milliseconds} / 60000.0)::int`

/** Everything that the end of a job changes, in the one transaction that ends it. */
export async function endJob(ctx: Context, tx: Transaction, ending: JobEnding): Promise<void> {
  const { jobId, workspaceId, outcome, error } = ending
  const passive = sql`${job.passiveMilliseconds}`
  const active = sql`greatest(0, extract(epoch from now() - coalesce(${job.startedUtc}, now())) * 1000 - ${passive})`
  await tx
    .update(job)
    .set({
      status: 'Ended',
      outcome,
      error,
      endedUtc: sql`now()`,
      waitingTopic: null,
      activeMilliseconds: sql`round(${active})::bigint`,
      billableActiveWorkerMinutes: minutes(active),
      billablePassiveWorkerMinutes: minutes(passive),
    })
    .where(eq(job.id, jobId))
  const abandoned = await tx
    .update(inquiry)
    .set({ status: 'Abandoned' })
    .where(and(eq(inquiry.jobId, jobId), eq(inquiry.status, 'Pending')))
    .returning({ id: inquiry.id })
  await tx
    .update(repositoryCredential)
    .set({ revokedUtc: sql`now()` })
    .where(and(eq(repositoryCredential.jobId, jobId), isNull(repositoryCredential.revokedUtc)))
  await removeJobFiles(tx, jobId)
  await releaseEnvironmentLocks(ctx, tx, jobId)
  await settleDependents(tx, { jobId, workspaceId, outcome }, (t, dependent) =>
    ctx.jobs.enqueue(t, dependent),
  )
  await ctx.jobs.enqueueWaiting(tx, workspaceId)
  if (abandoned.length)
    await announce(tx, { workspaceId, kind: 'pushInquiries', ids: abandoned.map(({ id }) => id) })
  await announce(tx, { workspaceId, kind: 'pushJobs', ids: [jobId] })
}
