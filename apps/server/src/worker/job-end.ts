import type { JobSummary } from '@sluice/contract/job'
import type { OutsideEffect } from '@sluice/contract/outside-effect'
import { and, asc, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { settleDependents } from '../durable/dependents.ts'
import { removeJobFiles } from '../durable/job-files.ts'
import { notify } from '../notifications/notify.ts'
import { releaseEnvironmentLocks } from '../environments/environment-lock.ts'
import { announce } from '../platform/database/announce.ts'
import type { Transaction } from '../platform/database/database.ts'
import { apexTestRun } from '../platform/database/schema/apex-test-runs.ts'
import { hadNoEffect, kindOfStep } from '../jobs/earlier-effects.ts'
import { jobStep } from '../platform/database/schema/job-execution.ts'
import { inquiry } from '../platform/database/schema/inquiries.ts'
import { type JobError, type JobOutcome, job } from '../platform/database/schema/jobs.ts'
import { repositoryCredential } from '../platform/database/schema/stacks.ts'
import { addWorkerMinutes } from '../workspaces/usage.ts'

export interface JobEnding {
  jobId: string
  workspaceId: string
  outcome: JobOutcome
  error: JobError | null
  summary?: JobSummary | null
}

const minutes = (milliseconds: ReturnType<typeof sql>) => sql`ceil(${milliseconds} / 60000.0)::int`

/** Everything that the end of a job changes, in the one transaction that ends it. */
export async function endJob(ctx: Context, tx: Transaction, ending: JobEnding): Promise<void> {
  const { jobId, workspaceId, outcome, error, summary } = ending
  const passive = sql`${job.passiveMilliseconds}`
  const active = sql`greatest(0, extract(epoch from now() - coalesce(${job.startedUtc}, now())) * 1000 - ${passive})`
  const [ended] = await tx
    .update(job)
    .set({
      status: 'Ended',
      outcome,
      error,
      summary: summary ?? null,
      outsideEffects: await outsideEffectsOf(tx, jobId),
      endedUtc: sql`now()`,
      waitingTopic: null,
      activeMilliseconds: sql`round(${active})::bigint`,
      billableActiveWorkerMinutes: minutes(active),
      billablePassiveWorkerMinutes: minutes(passive),
    })
    .where(eq(job.id, jobId))
    .returning({ active: job.billableActiveWorkerMinutes, passive: job.billablePassiveWorkerMinutes })
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
  await notifyOfEnd(tx, ending)
  // Last, because jobs of a workspace that end at once wait here for each other.
  await addWorkerMinutes(tx, { workspaceId, active: ended?.active ?? 0, passive: ended?.passive ?? 0 })
}

/** Jobs of one schedule end together; a short while gathers them into one mail. */
const quietSeconds = 20

/** A failed run of tests is told of whatever became of its job, and once where the job failed with it. */
async function notifyOfEnd(tx: Transaction, { jobId, workspaceId, outcome, error }: JobEnding) {
  const [failedRun] = await tx
    .select({ id: apexTestRun.id })
    .from(apexTestRun)
    .where(
      and(
        eq(apexTestRun.jobId, jobId),
        or(gt(apexTestRun.methodsFailed, 0), eq(apexTestRun.status, 'Failed')),
      ),
    )
    .orderBy(desc(apexTestRun.createdUtc))
    .limit(1)
  // A person who cancels a job knows of it; a job that ends so by itself says why.
  const hasFailed = outcome === 'Failed' || outcome === 'TimedOut' || (outcome === 'Cancelled' && error)
  const events = [
    ...(hasFailed ? ['JobFailed' as const] : []),
    ...(failedRun ? ['TestRunFailed' as const] : []),
  ]
  if (events.length > 0)
    await notify(tx, {
      workspaceId,
      jobId,
      events,
      quietSeconds,
      ...(failedRun && { apexTestRunId: failedRun.id }),
    })
}

/** The effects of the ledger that changed something or may have; an error that it recorded proves that nothing happened. */
async function outsideEffectsOf(tx: Transaction, jobId: string): Promise<OutsideEffect[]> {
  const { name, resolution, result, effectKind } = jobStep
  const rows = await tx
    .select({ name, resolution, result, effectKind })
    .from(jobStep)
    .where(and(eq(jobStep.jobId, jobId), eq(jobStep.kind, 'Effect')))
    .orderBy(asc(jobStep.intentUtc))
  return rows
    .filter((row) => row.resolution !== 'Failed')
    .flatMap((row) => {
      const kind = row.effectKind ?? (hadNoEffect(row.name, row.result) ? 'None' : kindOfStep(row.name))
      const isCertain = row.resolution === 'Performed' || row.resolution === 'Adopted'
      return kind === 'None' ? [] : [{ kind, isCertain }]
    })
}
