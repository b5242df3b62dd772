let last: Promise<void> = Promise.resolve()

/**
 * Waits for a turn of the event loop in which nobody else who asks works: sixteen replies that arrive at once would
 * otherwise be read in one turn, and everything else in the process would wait for all of them.
 */
export function ownTurn(): Promise<void> {
  last = last.then(
    () =>
      new Promise((resolve) => {
        setImmediate(resolve)
      }),
  )
  return last
}
