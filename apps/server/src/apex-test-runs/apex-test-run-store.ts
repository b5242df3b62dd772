import type { ApexTestResult, ApexTestRun } from '@sluice/contract/apex-test-run'
import { and, eq, notInArray } from 'drizzle-orm'
import { announce } from '../platform/database/announce.ts'
import type { Transaction } from '../platform/database/database.ts'
import { apexTestCoverage, apexTestResult, apexTestRun } from '../platform/database/schema/apex-test-runs.ts'
import { newId } from '../platform/ids.ts'

/** Which run of which job this is. */
interface NewTestRun {
  readonly workspaceId: string
  readonly stackId: string
  readonly jobId: string
  readonly environmentId: string
  readonly createdByUserId: string | null
}

/** A method with its result. */
export interface MethodResult {
  readonly classId: string | null
  readonly namespace: string | null
  readonly className: string
  readonly methodName: string
  readonly outcome: ApexTestResult['outcome']
  readonly message: string | null
  readonly stackTrace: string | null
  readonly milliseconds: number | null
}

export interface DeployedTestRun extends NewTestRun {
  readonly deploymentId: string
  readonly methods: readonly MethodResult[]
}

/** A run that has ended already: the tests of a deployment are known when the deployment is. */
export async function insertDeployedTestRun(tx: Transaction, run: DeployedTestRun): Promise<void> {
  const { methods, ...columns } = run
  const id = newId()
  await tx.insert(apexTestRun).values({ id, ...columns, status: 'Completed' })
  await endTestRun(
    tx,
    { workspaceId: run.workspaceId, id },
    { status: 'Completed', startedUtc: null, methods, coverage: null },
  )
}

/** A run that Salesforce has accepted and that has not begun. */
export async function insertQueuedTestRun(
  tx: Transaction,
  run: NewTestRun & { readonly testRunId: string },
): Promise<string> {
  const id = newId()
  await tx.insert(apexTestRun).values({ id, ...run, status: 'Queued' })
  await announce(tx, { workspaceId: run.workspaceId, kind: 'pushApexTestRuns', ids: [id] })
  return id
}

interface TestRunReference {
  readonly workspaceId: string
  readonly id: string
}

export interface TestRunProgress {
  readonly status: ApexTestRun['status']
  readonly methodsEnqueued: number
  readonly outcomes: readonly ApexTestResult['outcome'][]
  readonly startedUtc: Date | null
}

/** How far a run is that goes on. Nothing changes a run that has ended: a worker that lost the job may still poll. */
export async function updateTestRun(
  tx: Transaction,
  { workspaceId, id }: TestRunReference,
  { outcomes, ...columns }: TestRunProgress,
): Promise<void> {
  await tx
    .update(apexTestRun)
    .set({ ...columns, ...countersOf(outcomes) })
    .where(
      and(
        eq(apexTestRun.workspaceId, workspaceId),
        eq(apexTestRun.id, id),
        notInArray(apexTestRun.status, ['Completed', 'Failed', 'Aborted']),
      ),
    )
  await announce(tx, { workspaceId, kind: 'pushApexTestRuns', ids: [id] })
}

export interface EndOfTestRun {
  readonly status: ApexTestRun['status']
  /** Null where nobody tells. */
  readonly startedUtc: Date | null
  readonly methods: readonly MethodResult[]
  /** Null when none was measured. */
  readonly coverage: readonly MeasuredCoverage[] | null
}

interface MeasuredCoverage {
  readonly name: string
  readonly isTrigger: boolean
  readonly linesCovered: number
  readonly linesUncovered: number
  readonly uncoveredLines: readonly number[]
}

const rowsPerInsert = 500

/** Stores the results of a run that has ended. */
export async function endTestRun(
  tx: Transaction,
  { workspaceId, id }: TestRunReference,
  { status, startedUtc, methods, coverage }: EndOfTestRun,
): Promise<void> {
  const duration = methods.reduce((total, method) => total + (method.milliseconds ?? 0), 0)
  const [run] = await tx
    .select({ methodsEnqueued: apexTestRun.methodsEnqueued })
    .from(apexTestRun)
    .where(eq(apexTestRun.id, id))
  await tx
    .update(apexTestRun)
    .set({
      status,
      ...(startedUtc !== null && { startedUtc }),
      ...countersOf(methods.map((method) => method.outcome)),
      methodsEnqueued: Math.max(run?.methodsEnqueued ?? 0, methods.length),
      endedUtc: new Date(),
      durationMilliseconds: Math.round(duration),
    })
    .where(and(eq(apexTestRun.workspaceId, workspaceId), eq(apexTestRun.id, id)))
  const ofRun = { workspaceId, apexTestRunId: id }
  for (const part of inParts(methods)) {
    await tx.insert(apexTestResult).values(
      part.map(({ namespace, milliseconds, ...method }) => ({
        id: newId(),
        ...ofRun,
        ...method,
        namespacePrefix: namespace,
        durationMilliseconds: milliseconds === null ? null : Math.round(milliseconds),
      })),
    )
  }
  for (const part of inParts(coverage ?? [])) {
    await tx.insert(apexTestCoverage).values(
      part.map(({ name, isTrigger, linesCovered, linesUncovered, uncoveredLines }) => ({
        id: newId(),
        ...ofRun,
        name,
        isTrigger,
        linesCovered,
        linesUncovered,
        uncoveredLines: [...uncoveredLines],
      })),
    )
  }
  await announce(tx, { workspaceId, kind: 'pushApexTestRuns', ids: [id] })
}

function countersOf(outcomes: readonly ApexTestResult['outcome'][]) {
  const count = (...counted: ApexTestResult['outcome'][]) =>
    outcomes.filter((outcome) => counted.includes(outcome)).length
  return {
    methodsCompleted: outcomes.length,
    methodsPassed: count('Pass'),
    methodsFailed: count('Fail', 'CompileFail'),
    methodsSkipped: count('Skip'),
  }
}

function inParts<T>(rows: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < rows.length; at += rowsPerInsert) parts.push(rows.slice(at, at + rowsPerInsert))
  return parts
}
