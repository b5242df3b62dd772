import type { Deadline } from '../../platform/deadline.ts'
import { UnreadableAnswers } from './unreadable-answers.ts'

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
 * (`retryable`: broken connections, 429, 5xx), until the deadline; an answer that cannot be read is asked for three times. A call that changes something must never pass
 * through here.
 */
export async function whileTransient<T>(
  call: () => Promise<T>,
  { signal, deadline }: RetryLimit,
): Promise<T> {
  const unreadable = new UnreadableAnswers('The question changed nothing in the org.')
  for (let delay = firstDelayMs; ; delay = Math.min(delay * 2, longestDelayMs)) {
    try {
      return await call()
    } catch (error) {
      const left = deadline.remainingMs
      if (!isRetryable(error) || left <= 0) throw error
      unreadable.note(error)
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

/** How long a server may ask to wait; what is asked for beyond is not waited for. */
export const longestAskedPauseMs = 600_000

/** How long Salesforce asks to wait before the next call (`Retry-After`), ten minutes at most; 0 where it does not ask. */
export function askedPauseMs(error: unknown): number {
  const seconds = error instanceof Error && 'retryAfterSeconds' in error ? error.retryAfterSeconds : undefined
  return typeof seconds === 'number' ? Math.min(seconds * 1_000, longestAskedPauseMs) : 0
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'retryable' in error && error.retryable === true
}
