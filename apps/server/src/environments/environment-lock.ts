import type { Context } from '../context.ts'
import type { Run } from '../durable/run.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { LockMode } from '../platform/database/schema/job-execution.ts'

export interface LockRequest {
  stackId: string
  environmentIds: readonly string[]
  mode: LockMode
}

/**
 * Takes the locks of all environments at once, in the order of the requests. While it waits it leaves the notice
 * EnvironmentsLockedDelay; after the configured wait it throws RunCancelledError. From then on every effect and
 * transaction of the run checks that it still holds them.
 */
export declare function acquireEnvironmentLocks(ctx: Context, run: Run, request: LockRequest): Promise<void>

/** Gives all locks of the job back and wakes those who wait. The worker calls it in the transaction that ends the job. */
export declare function releaseEnvironmentLocks(ctx: Context, tx: Transaction, jobId: string): Promise<void>

/** The Unlock action: takes the lock away from whoever holds it, which stops that job at its next write or effect. */
export declare function forceUnlock(ctx: Context, tx: Transaction, environmentId: string): Promise<string[]>
