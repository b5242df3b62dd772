import { and, inArray, isNull } from 'drizzle-orm'
import type { ParkedWait } from '../durable/job-wait.ts'
import type { Database } from '../platform/database/database.ts'
import { jobMessage } from '../platform/database/schema/job-execution.ts'
import { job } from '../platform/database/schema/jobs.ts'

/**
 * Of the jobs that wait without a run, those that a run should look at: their time is up, a message has come, or somebody has
 * cancelled, ended or deleted them.
 * @param parked the waits by the ids of the jobs
 * @param nowMs the clock by which waits end, in milliseconds since 1970
 */
export async function jobsToResume(
  database: Database,
  parked: ReadonlyMap<string, ParkedWait>,
  nowMs: number,
): Promise<string[]> {
  const ids = [...parked.keys()]
  if (ids.length === 0) return []
  const { jobs, messages } = await database.asSystem(async (tx) => ({
    jobs: await tx
      .select({ id: job.id, status: job.status, isCancelled: job.cancellationIsRequested })
      .from(job)
      .where(inArray(job.id, ids)),
    messages: await tx
      .selectDistinct({ jobId: jobMessage.jobId, topic: jobMessage.topic })
      .from(jobMessage)
      .where(and(inArray(jobMessage.jobId, ids), isNull(jobMessage.receivedUtc))),
  }))
  const untouched = new Set(
    jobs.filter(({ status, isCancelled }) => status !== 'Ended' && !isCancelled).map(({ id }) => id),
  )
  const hasMessage = (id: string, wanted: string) =>
    messages.some(({ jobId, topic }) => jobId === id && topic === wanted)
  return ids.filter((id) => {
    const wait = parked.get(id)
    return wait === undefined || !untouched.has(id) || wait.until <= nowMs || hasMessage(id, wait.topic)
  })
}
