import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { JobMessage } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'
import { jobMessage } from '../platform/database/schema/job-execution.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import { messageChannel } from './wake-channels.ts'

/** Stores a message for whoever waits, or will wait, for the topic, and wakes the job when the transaction commits. */
export async function sendMessage(tx: Transaction, given: JobMessage): Promise<void> {
  const { message, ...columns } = given
  const [receiver] = await tx
    .select({ workspaceId: job.workspaceId })
    .from(job)
    .where(eq(job.id, given.jobId))
  if (!receiver) return
  await tx
    .insert(jobMessage)
    .values({ id: newId(), ...receiver, ...columns, message: { value: message ?? null } })
    .onConflictDoNothing()
  await tx.execute(sql`select pg_notify(${messageChannel}, ${given.jobId})`)
}

/** In a wrapper, so that a message which is null differs from none. */
interface ReceivedMessage<T> {
  value: T
}

/** Takes the oldest message of the topic; undefined when there is none. */
export async function takeMessage<T>(
  tx: Transaction,
  jobId: string,
  topic: string,
): Promise<ReceivedMessage<T> | undefined> {
  const [oldest] = await tx
    .select({ id: jobMessage.id, message: sql<ReceivedMessage<T>>`${jobMessage.message}` })
    .from(jobMessage)
    .where(and(eq(jobMessage.jobId, jobId), eq(jobMessage.topic, topic), isNull(jobMessage.receivedUtc)))
    .orderBy(asc(jobMessage.id))
    .limit(1)
  if (!oldest) return undefined
  await tx
    .update(jobMessage)
    .set({ receivedUtc: sql`now()` })
    .where(eq(jobMessage.id, oldest.id))
  return oldest.message
}
