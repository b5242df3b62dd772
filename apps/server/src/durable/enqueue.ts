import { and, eq, ne, sql } from 'drizzle-orm'
import type { CancellationRequest, JobQueue, JobReference } from '../context.ts'
import { announce } from '../platform/database/announce.ts'
import type { Transaction } from '../platform/database/database.ts'
import { job } from '../platform/database/schema/jobs.ts'
import type { Log } from '../platform/log/log.ts'
import { endUnstarted, hasOpenDependencies } from './dependents.ts'
import { openEngineClient } from './engine.ts'
import { hasFreeWorker, nextWaiting } from './free-workers.ts'
import { findQueuePlace } from './queue-turn.ts'
import { sendMessage } from './job-messages.ts'
import { cancellationChannel } from './wake-channels.ts'

export interface JobQueueOptions {
  databaseUrl: string
  log: Log
  /** How many jobs of one workspace may be at work at a time; null is as many as there are. */
  concurrentWorkers: number | null
  /** How many jobs one worker runs at a time. */
  concurrency: number
}

export async function openJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const engine = await openEngineClient(options.databaseUrl, options.log)
  const most = options.concurrentWorkers
  /** Whether the job is with the workers now. */
  async function handOver(tx: Transaction, reference: JobReference): Promise<boolean> {
    const { jobId, workspaceId } = reference
    if (await hasOpenDependencies(tx, jobId)) return false
    if (most !== null && !(await hasFreeWorker(tx, workspaceId, most))) return false
    const { rowCount } = await tx
      .update(job)
      .set({ status: 'Queued', queuedUtc: sql`now()` })
      .where(and(eq(job.id, jobId), eq(job.status, 'Pending')))
    if (!rowCount) return false
    const place = await findQueuePlace(tx, { jobId, workspaceId }, options.concurrency)
    await engine.enqueue(tx, { jobId, workspaceId }, place)
    await announce(tx, { workspaceId, kind: 'pushJobs', ids: [jobId] })
    return true
  }

  const enqueue = async (tx: Transaction, reference: JobReference): Promise<void> =>
    void (await handOver(tx, reference))

  async function enqueueWaiting(tx: Transaction, workspaceId: string): Promise<void> {
    if (most === null) return
    for (let isTaken = true; isTaken;) {
      const jobId = await nextWaiting(tx, workspaceId)
      isTaken = jobId !== undefined && (await handOver(tx, { jobId, workspaceId }))
    }
  }

  async function requestCancellation(tx: Transaction, request: CancellationRequest): Promise<void> {
    const { jobId, workspaceId } = request
    const marked = await markCancellation(tx, request)
    if (!marked) return
    await announce(tx, { workspaceId, kind: 'pushJobs', ids: [jobId] })
    if (await endUnstarted(tx, { jobId, workspaceId, reason: request.reason ?? null }, enqueue))
      return enqueueWaiting(tx, workspaceId)
    await tx.execute(sql`select pg_notify(${cancellationChannel}, ${jobId})`)
  }

  return {
    enqueue,
    enqueueWaiting,
    requestCancellation,
    signal: sendMessage,
    finishedSteps: (jobId) => engine.finishedSteps(jobId),
    recoverJobsOf: (tx, executorIds) => engine.recoverJobsOf(tx, executorIds),
    resume: (jobIds) => engine.resume(jobIds),
    executorsAtWork: () => engine.executorsAtWork(),
    engineStates: (jobIds) => engine.states(jobIds),
    forget: (jobIds) => engine.forget(jobIds),
    close: () => engine.close(),
  }
}

/** Writes the request down. False when the job has ended or is asked to end already. */
async function markCancellation(tx: Transaction, request: CancellationRequest): Promise<boolean> {
  const [marked] = await tx
    .update(job)
    .set({
      cancellationIsRequested: true,
      cancellationRequestedUtc: sql`now()`,
      cancellationRequestedByUserId: request.userId,
      cancellationReason: request.reason ?? null,
      status: sql`case when ${job.status} = 'Running' then 'Cancelling' else ${job.status} end`,
    })
    .where(and(eq(job.id, request.jobId), ne(job.status, 'Ended'), eq(job.cancellationIsRequested, false)))
    .returning({ id: job.id })
  return marked !== undefined
}
