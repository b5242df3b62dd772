import { type ApexTestRun, apexTestRunDisplayStatus, isFinal } from '@sluice/contract/apex-test-run'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { apexTestCoverage, apexTestResult, apexTestRun } from '../platform/database/schema/apex-test-runs.ts'

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
    stackId: row.stackId,
    jobId: row.jobId,
    environmentId: row.environmentId,
    deploymentId: row.deploymentId,
    testRunId: row.testRunId,
    status: row.status,
    statusIsFinal: isFinal(row),
    displayStatus: apexTestRunDisplayStatus(row),
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
    coverage: null,
  }))
}

/** One run with the results of its methods, by class and method, and its coverage; null when there is none with the id. */
export async function viewApexTestRun(
  tx: Transaction,
  workspaceId: string,
  id: string,
): Promise<ApexTestRun | null> {
  const [run] = await viewApexTestRuns(tx, workspaceId, [id])
  if (run === undefined) return null
  const results = await tx
    .select()
    .from(apexTestResult)
    .where(eq(apexTestResult.apexTestRunId, id))
    .orderBy(asc(apexTestResult.className), asc(apexTestResult.methodName))
  const coverage = await tx
    .select()
    .from(apexTestCoverage)
    .where(eq(apexTestCoverage.apexTestRunId, id))
    .orderBy(asc(apexTestCoverage.name))
  return {
    ...run,
    testResults: results.map((row) => ({
      id: row.id,
      apexClassId: row.classId ?? '',
      apexClassNamespace: row.namespacePrefix,
      apexClassName: row.className,
      methodName: row.methodName,
      outcome: row.outcome,
      isFailed: row.outcome === 'Fail' || row.outcome === 'CompileFail',
      message: row.message,
      stackTrace: row.stackTrace,
      duration: row.durationMilliseconds,
    })),
    coverage:
      coverage.length === 0
        ? null
        : coverage.map(({ name, isTrigger, linesCovered, linesUncovered, uncoveredLines }) => ({
            name,
            isTrigger,
            linesCovered,
            linesUncovered,
            uncoveredLines,
          })),
  }
}
