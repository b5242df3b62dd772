/**
 * Lets other calls through from time to time during long work: the function that comes back waits one turn of the
 * event loop when the last wait is `milliseconds` ago, and returns at once otherwise.
 */
export function breather(milliseconds = 10): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < milliseconds) return
    await new Promise((resolve) => setImmediate(resolve))
    last = performance.now()
  }
}
