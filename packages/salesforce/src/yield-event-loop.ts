import { setImmediate } from 'node:timers/promises'

/**
 * Keeps long work from blocking the event loop. The returned function yields to the event loop once `milliseconds` have
 * passed since it last did, and resolves at once before that. Concurrent callers of one such function yield one after
 * the other, each in an iteration of the event loop of its own. Packages import no other package of ours, so server,
 * Salesforce client and practice org each have this file.
 */
export function yieldEvery(milliseconds: number): () => Promise<void> {
  let end = performance.now() + milliseconds
  let last: Promise<void> = Promise.resolve()
  const yieldWhenDue = async (): Promise<void> => {
    if (performance.now() < end) return
    await setImmediate()
    end = performance.now() + milliseconds
  }
  return () => (last = last.then(yieldWhenDue))
}

/** Shared by all calls: sixteen replies that arrive together would otherwise be parsed in one event loop iteration. */
export const yieldEventLoop = yieldEvery(0)
