import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, systemClock } from '../platform/clock.ts'

/** A clock that goes on as the system's does and that a test can move forward. */
export interface TestClock extends Clock {
  /** Moves the clock; every wait that ends by then ends at once. */
  advance(milliseconds: number): void
}

export function createTestClock(): TestClock {
  let ahead = 0
  const waiting = new Set<() => void>()
  const elapsedMs = () => systemClock.elapsedMs() + ahead
  return {
    now: () => new Date(Date.now() + ahead),
    elapsedMs,
    async wait(milliseconds, signal) {
      const end = elapsedMs() + milliseconds
      while (elapsedMs() < end) {
        const moved = new AbortController()
        const wake = () => moved.abort()
        waiting.add(wake)
        const signals = signal ? [moved.signal, signal] : [moved.signal]
        await pause(Math.max(1, end - elapsedMs()), undefined, { signal: AbortSignal.any(signals) })
          .catch((error: unknown) => {
            if (signal?.aborted) throw error
          })
          .finally(() => waiting.delete(wake))
      }
    },
    advance(milliseconds) {
      ahead += milliseconds
      for (const wake of waiting) wake()
    },
  }
}
