import type { Job, JobWithNotices } from '@sluice/contract/job'
import { notice as noticeSchema } from '@sluice/contract/notice'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { findLockWaits } from '../environments/lock-waits.ts'
import { inquiry } from '../platform/database/schema/inquiries.ts'
import { environmentLock } from '../platform/database/schema/job-execution.ts'
import { artifact, job, jobDependency, jobEnvironment, notice } from '../platform/database/schema/jobs.ts'
import { withKinds } from './earlier-effects.ts'
import { type JobRow, compareNewestFirst } from './job.ts'

/** Jobs with everything that screens and push messages show of them, the newest first. */
export async function viewJobs(
  tx: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Promise<JobWithNotices[]> {
  if (ids.length === 0) return []
  const named = [...ids]
  const rows = await tx
    .select()
    .from(job)
    .where(and(eq(job.workspaceId, workspaceId), inArray(job.id, named)))
  const parts = await loadParts(tx, named)
  return rows.toSorted(compareNewestFirst).map((row) => ({
    ...viewJob(row, parts),
    notices: parts.notices
      .filter((one) => one.jobId === row.id)
      .flatMap((one) => {
        const { id, jobId, subject, body } = one
        const parsed = noticeSchema.safeParse({
          id,
          jobId,
          subject,
          body,
          createdUtc: one.createdUtc.toISOString(),
        })
        return parsed.data ?? []
      }),
  }))
}

type Parts = Awaited<ReturnType<typeof loadParts>>

const idsOf = (rows: readonly { readonly jobId: string }[]) => new Set(rows.map((row) => row.jobId))

async function loadParts(tx: Transaction, jobIds: string[]) {
  const environments = await tx.select().from(jobEnvironment).where(inArray(jobEnvironment.jobId, jobIds))
  const dependencies = await tx.select().from(jobDependency).where(inArray(jobDependency.jobId, jobIds))
  const artifacts = await tx
    .select()
    .from(artifact)
    .where(inArray(artifact.jobId, jobIds))
    .orderBy(asc(artifact.createdUtc))
  const notices = await tx
    .select()
    .from(notice)
    .where(inArray(notice.jobId, jobIds))
    .orderBy(asc(notice.createdUtc))
  const pending = await tx
    .select({ jobId: inquiry.jobId })
    .from(inquiry)
    .where(and(inArray(inquiry.jobId, jobIds), eq(inquiry.status, 'Pending')))
  const locked = await tx
    .selectDistinct({ jobId: environmentLock.jobId })
    .from(environmentLock)
    .where(inArray(environmentLock.jobId, jobIds))
  const lockWaits = await findLockWaits(tx, jobIds)
  return {
    environments,
    dependencies,
    artifacts,
    notices,
    pending: idsOf(pending),
    locked: idsOf(locked),
    lockWaits,
  }
}

const time = (date: Date | null): string | null => date?.toISOString() ?? null

function viewJob(row: JobRow, parts: Parts): Job {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    stackId: row.stackId,
    createdUtc: row.createdUtc.toISOString(),
    createdByUserId: row.createdByUserId,
    createdByScheduleId: row.createdByScheduleId,
    createdByScheduleOccurrenceUtc: time(row.createdByScheduleOccurrenceUtc),
    status: row.status,
    startedUtc: time(row.startedUtc),
    workerType: row.workerType,
    workerInstanceIdentifier: row.workerInstanceIdentifier,
    workerInstanceLocation: row.workerInstanceLocation,
    cancellationIsRequested: row.cancellationIsRequested,
    cancellationRequestedUtc: time(row.cancellationRequestedUtc),
    cancellationRequestedByUserId: row.cancellationRequestedByUserId,
    endedUtc: time(row.endedUtc),
    billableActiveWorkerMinutes: row.billableActiveWorkerMinutes,
    billablePassiveWorkerMinutes: row.billablePassiveWorkerMinutes,
    outcome: row.outcome,
    commandName: row.commandName,
    commandInput: row.commandInput,
    error: row.error,
    dependencies: parts.dependencies
      .filter((one) => one.jobId === row.id)
      .map(({ dependsOnJobId }) => ({ dependsOnJobId })),
    affectedEnvironments: parts.environments
      .filter((one) => one.jobId === row.id)
      .map(({ environmentId, role }) => ({ environmentId, role })),
    artifacts: parts.artifacts
      .filter((one) => one.jobId === row.id)
      .map(({ id, name, type, sizeBytes }) => ({ id, name, type, sizeBytes })),
    hasPendingInquiries: parts.pending.has(row.id),
    isCheckOnly: row.isCheckOnly,
    isLocked: parts.locked.has(row.id),
    mainEnvironmentId: row.mainEnvironmentId,
    lockWait: parts.lockWaits.get(row.id) ?? null,
    summary: row.summary,
    outsideEffects: withKinds(row.outsideEffects),
  }
}
