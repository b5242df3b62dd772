import { setImmediate as turn } from 'node:timers/promises'

/** So long may one piece of work keep everything else in this process waiting. */
const portionMs = 4

/** Does `work` for every item in their order; between portions of some milliseconds the event loop has its turn. */
export async function inPortions<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let end = performance.now() + portionMs
  for (const item of items) {
    work(item)
    if (performance.now() < end) continue
    await turn()
    end = performance.now() + portionMs
  }
  // What follows begins with a portion of its own.
  await turn()
}

/** The same; gives what `work` made of the items. */
export async function mapInPortions<T, R>(items: Iterable<T>, work: (item: T) => R): Promise<R[]> {
  const made: R[] = []
  await inPortions(items, (item) => void made.push(work(item)))
  return made
}
