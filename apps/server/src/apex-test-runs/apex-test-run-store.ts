import { announce } from '../platform/database/announce.ts'
import type { Transaction } from '../platform/database/database.ts'
import { apexTestResult, apexTestRun } from '../platform/database/schema/apex-test-runs.ts'
import { newId } from '../platform/ids.ts'

export interface FinishedTestRun {
  readonly workspaceId: string
  readonly stackId: string
  readonly jobId: string
  readonly environmentId: string
  readonly deploymentId: string
  readonly createdByUserId: string | null
  readonly methods: readonly {
    readonly className: string
    readonly methodName: string
    readonly milliseconds: number
    readonly failure: { readonly message: string; readonly stackTrace: string | null } | null
  }[]
}

const rowsPerInsert = 500

/** A run that has ended already: the tests of a deployment are known when the deployment is. */
export async function insertApexTestRun(tx: Transaction, run: FinishedTestRun): Promise<void> {
  const { methods, ...columns } = run
  const id = newId()
  const failed = methods.filter((method) => method.failure !== null).length
  const duration = Math.round(methods.reduce((total, method) => total + method.milliseconds, 0))
  await tx.insert(apexTestRun).values({
    id,
    ...columns,
    status: 'Completed',
    methodsEnqueued: methods.length,
    methodsCompleted: methods.length,
    methodsPassed: methods.length - failed,
    methodsFailed: failed,
    endedUtc: new Date(),
    durationMilliseconds: duration,
  })
  for (let at = 0; at < methods.length; at += rowsPerInsert) {
    await tx.insert(apexTestResult).values(
      methods.slice(at, at + rowsPerInsert).map((method) => ({
        id: newId(),
        workspaceId: run.workspaceId,
        apexTestRunId: id,
        className: method.className,
        methodName: method.methodName,
        outcome: method.failure === null ? ('Pass' as const) : ('Fail' as const),
        message: method.failure?.message ?? null,
        stackTrace: method.failure?.stackTrace ?? null,
        durationMilliseconds: Math.round(method.milliseconds),
      })),
    )
  }
  await announce(tx, { workspaceId: run.workspaceId, kind: 'pushApexTestRuns', ids: [id] })
}
