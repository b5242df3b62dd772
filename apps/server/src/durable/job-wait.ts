import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { takeMessage } from './job-messages.ts'
import { type LedgerKey, storeResult } from './ledger.ts'

/** Why a wait ended; null when its time was up. */
export type Woken<T> = { message: T } | { cancelled: true } | null

/** In milliseconds since 1970. */
export interface WaitTimes {
  topic: string
  since: number
  until: number
}

interface Look extends WaitTimes {
  now: number
  /** Whether the job is to end. */
  mustEnd: boolean
}

/** Ends the wait if there is a reason; its end and the message that ended it are one transaction. */
export async function endWait<T>(
  tx: Transaction,
  key: LedgerKey,
  { topic, since, until, now, mustEnd }: Look,
): Promise<{ woken: Woken<T> } | undefined> {
  const taken = mustEnd ? undefined : await takeMessage<T>(tx, key.jobId, topic)
  if (!taken && !mustEnd && now < until) return undefined
  const woken: Woken<T> = taken ? { message: taken.value } : mustEnd ? { cancelled: true } : null
  const waited = Math.max(0, now - since)
  await tx
    .update(job)
    .set({ waitingTopic: null, passiveMilliseconds: sql`${job.passiveMilliseconds} + ${waited}` })
    .where(eq(job.id, key.jobId))
  await storeResult(tx, key, { value: woken, resolution: 'Performed' })
  return { woken }
}
