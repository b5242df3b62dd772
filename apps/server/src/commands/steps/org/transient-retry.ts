import { setTimeout as wait } from 'node:timers/promises'
import { SalesforceError } from '@sluice/salesforce/errors'

const firstDelayMs = 500
const longestDelayMs = 60_000

/**
 * Repeats a call that changes nothing while Salesforce is only temporarily in trouble, with growing pauses, until
 * the deadline. A call that changes something must never pass through here.
 */
export async function whileTransient<T>(
  call: () => Promise<T>,
  o: { signal: AbortSignal; deadline: number },
): Promise<T> {
  for (let delay = firstDelayMs; ; delay = Math.min(delay * 2, longestDelayMs)) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof SalesforceError) || !error.retryable || Date.now() + delay > o.deadline)
        throw error
      await wait(delay, undefined, { signal: o.signal })
    }
  }
}
