import { sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { RunFencedError } from './run-errors.ts'

export interface FencedJob {
  jobId: string
  epoch: number
}

/**
 * Every state write of a job begins here. The row lock holds until the commit, so nobody can take the job over
 * between this look and the write.
 */
export async function checkFence(
  tx: Transaction,
  job: FencedJob,
): Promise<{ cancellationIsRequested: boolean }> {
  const { rows } = await tx.execute<{ epoch: number; status: string; cancelled: boolean }>(
    sql`select epoch, status, cancellation_is_requested as cancelled from job where id = ${job.jobId} for no key update`,
  )
  const row = rows[0]
  if (!row || row.epoch !== job.epoch || row.status === 'Ended')
    throw new RunFencedError(`Job ${job.jobId} has moved on from epoch ${job.epoch}.`)
  return { cancellationIsRequested: row.cancelled }
}
