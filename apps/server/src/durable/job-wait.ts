import { eq, sql } from 'drizzle-orm'
import type { Clock } from '../platform/clock.ts'
import type { Transaction } from '../platform/database/database.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { takeMessage } from './job-messages.ts'
import { type RunInterruption, neverSettle } from './run-interruption.ts'
import { type LedgerKey, storeResult } from './ledger.ts'

/** Why a wait ended; null when its time was up. */
export type Woken<T> = { message: T } | { cancelled: true } | null

/** In milliseconds since 1970. */
export interface WaitTimes {
  topic: string
  since: number
  until: number
}

/** A wait for which nothing runs. */
export type ParkedWait = Pick<WaitTimes, 'topic' | 'until'>

interface Look extends WaitTimes {
  now: number
  /** Whether the job is to end. */
  mustEnd: boolean
}

/** What a wait needs of its run. */
export interface WaitServices {
  readonly clock: Clock
  readonly interruption: RunInterruption
  /** A transaction of the run that knows whether the job has been cancelled. */
  readonly look: <T>(body: (tx: Transaction) => Promise<T>) => Promise<T>
  /** Whether nothing else of the run is in progress. */
  readonly isAlone: () => boolean
  /** Ends the run; a next one goes on when the wait can end. */
  readonly park: (wait: ParkedWait) => Promise<void>
}

/** A lost wake-up costs at most this. */
const lookAgainMs = 2000
/** A run that has waited so long, and may wait much longer, gives its place to another job. */
const parkAfterMs = 30_000
const longWaitMs = 600_000

/** Waits until the wait has a reason to end, and records its end. */
export async function untilWoken<T>(
  services: WaitServices,
  key: LedgerKey,
  wait: WaitTimes,
): Promise<Woken<T>> {
  const { clock, interruption } = services
  const nowMs = () => clock.now().getTime()
  const began = nowMs()
  for (;;) {
    interruption.beginLooking()
    const found = await services.look((tx) =>
      endWait<T>(tx, key, { ...wait, now: nowMs(), mustEnd: interruption.mustEnd }),
    )
    if (found) return found.woken
    const isLong = nowMs() - began >= parkAfterMs && wait.until - nowMs() >= longWaitMs
    if (isLong && services.isAlone()) await services.park(wait)
    else {
      const wakeUp = new AbortController()
      const timeUp = clock.wait(Math.min(lookAgainMs, wait.until - nowMs()), wakeUp.signal)
      await interruption.untilWoken(timeUp.catch(() => undefined)).finally(() => wakeUp.abort())
    }
    if (interruption.isStopped) await neverSettle()
  }
}

/** Ends the wait if there is a reason; its end and the message that ended it are one transaction. */
async function endWait<T>(
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
