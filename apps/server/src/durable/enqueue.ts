import type { Transaction } from '../platform/database/database.ts'

export interface JobQueue {
  /**
   * Hands the job to the workers when the transaction commits. The job row and its `job_dependency` rows exist
   * already; while a dependency has not ended the job stays Pending and the end of the last one hands it over.
   */
  enqueue(tx: Transaction, job: { jobId: string; workspaceId: string }): Promise<void>
  /** Delivers a message to a job that waits, or will wait, for the topic. The same key twice is one message. */
  signal(tx: Transaction, message: JobSignal): Promise<void>
  /** Marks the cancellation request and wakes the job; a job that no worker has begun ends at once. */
  requestCancellation(tx: Transaction, request: CancellationRequest): Promise<void>
}

export interface JobSignal {
  jobId: string
  topic: string
  message: unknown
  idempotencyKey?: string
}

export interface CancellationRequest {
  jobId: string
  workspaceId: string
  userId: string | null
  reason?: string
}
