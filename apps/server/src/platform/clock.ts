import { setTimeout as pause } from 'node:timers/promises'

/** The one source of time, so that tests can move it. */
export interface Clock {
  /** The time of day, which may be set at any moment: for what is stored or shown, never for durations. */
  now(): Date
  /** Milliseconds that only grow: for durations and limits within this process. */
  elapsedMs(): number
  /** Resolves after that many milliseconds; rejects when the signal is aborted first. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsedMs: () => performance.now(),
  wait: (milliseconds, signal) => pause(milliseconds, undefined, signal ? { signal } : {}),
}
