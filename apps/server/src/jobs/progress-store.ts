import type { JobProgress } from '@sluice/contract/progress'
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { jobProgress } from '../platform/database/schema/job-execution.ts'
import { job } from '../platform/database/schema/jobs.ts'

/** The newest progress of a job, and whether there will be more; null when there is no such job. */
export async function findProgress(
  tx: Transaction,
  of: { workspaceId: string; jobId: string },
): Promise<{ isEnded: boolean; progress: JobProgress | null } | null> {
  const [row] = await tx
    .select({ status: job.status, scopes: jobProgress.scopes, updatedUtc: jobProgress.updatedUtc })
    .from(job)
    .leftJoin(jobProgress, eq(jobProgress.jobId, job.id))
    .where(and(eq(job.workspaceId, of.workspaceId), eq(job.id, of.jobId)))
  if (!row) return null
  const { scopes, updatedUtc } = row
  const progress = scopes &&
    updatedUtc && { timestampUtc: updatedUtc.toISOString(), rootProgressScopes: scopes }
  return { isEnded: row.status === 'Ended', progress: progress ?? null }
}
