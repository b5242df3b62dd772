import { setImmediate } from 'node:timers/promises'
import { yieldEvery } from './yield-event-loop.ts'

/** The longest time for which a list may block the event loop. */
const blockingMs = 4

/** Calls `work` for every item in order and gives the results; yields to the event loop every few milliseconds. */
export async function mapYielding<T, R>(items: Iterable<T>, work: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  const yieldWhenDue = yieldEvery(blockingMs)
  for (const item of items) {
    results.push(work(item))
    await yieldWhenDue()
  }
  // The caller's next work must not add to the last items' time.
  await setImmediate()
  return results
}
