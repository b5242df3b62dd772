import type { ApexTestRun } from '@sluice/contract/apex-test-run'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { apexTestRun } from '../platform/database/schema/apex-test-runs.ts'

const runsAtMost = 500

/** Runs of the workspace, or those with the ids, without their results; the newest first. */
export async function viewApexTestRuns(
  tx: Transaction,
  workspaceId: string,
  ids?: readonly string[],
): Promise<ApexTestRun[]> {
  const named = ids === undefined ? undefined : inArray(apexTestRun.id, [...ids])
  const rows = await tx
    .select()
    .from(apexTestRun)
    .where(and(eq(apexTestRun.workspaceId, workspaceId), named))
    .orderBy(desc(apexTestRun.createdUtc))
    .limit(runsAtMost)
  return rows.map((row) => ({
    id: row.id,
    workspaceId: row.workspaceId,
    jobId: row.jobId,
    environmentId: row.environmentId,
    deploymentId: row.deploymentId,
    testRunId: row.testRunId,
    status: row.status,
    methodsEnqueued: row.methodsEnqueued,
    methodsCompleted: row.methodsCompleted,
    methodsPassed: row.methodsPassed,
    methodsFailed: row.methodsFailed,
    methodsSkipped: row.methodsSkipped,
    createdUtc: row.createdUtc.toISOString(),
    createdByUserId: row.createdByUserId,
    startedUtc: row.startedUtc?.toISOString() ?? null,
    duration: row.durationMilliseconds,
    testResults: null,
  }))
}
