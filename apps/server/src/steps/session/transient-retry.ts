import type { Deadline } from '../../platform/deadline.ts'

const firstDelayMs = 500
const longestDelayMs = 60_000

/** How long a small query or a Git call is repeated before the job fails. */
export const smallCallMs = 120_000

export interface RetryLimit {
  readonly signal: AbortSignal
  readonly deadline: Deadline
}

/**
 * Repeats a call that changes nothing, with growing pauses, while its errors say that they pass by themselves
 * (`retryable`: broken connections, 429, 5xx), until the deadline. A call that changes something must never pass
 * through here.
 */
export async function whileTransient<T>(
  call: () => Promise<T>,
  { signal, deadline }: RetryLimit,
): Promise<T> {
  for (let delay = firstDelayMs; ; delay = Math.min(delay * 2, longestDelayMs)) {
    try {
      return await call()
    } catch (error) {
      const left = deadline.remainingMs
      if (!isRetryable(error) || left <= 0) throw error
      await deadline.clock.wait(Math.min(Math.max(delay, askedPauseMs(error)), left), signal)
    }
  }
}

/** `whileTransient` for a call that takes seconds: for two minutes at most. */
export function whileBrieflyTransient<T>(
  call: () => Promise<T>,
  { signal, deadline }: RetryLimit,
): Promise<T> {
  return whileTransient(call, { signal, deadline: deadline.within(smallCallMs) })
}

/** How long Salesforce asks to wait before the next call (`Retry-After`); 0 where it does not ask. */
export function askedPauseMs(error: unknown): number {
  const seconds = error instanceof Error && 'retryAfterSeconds' in error ? error.retryAfterSeconds : undefined
  return typeof seconds === 'number' ? seconds * 1_000 : 0
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'retryable' in error && error.retryable === true
}
