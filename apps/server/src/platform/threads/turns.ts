/** Lets at most `size` runs go on at once; the others wait in the order in which they came. */
export function openTurns(size: number): { begin(signal: AbortSignal): Promise<void>; end(): void } {
  let free = size
  const waiting = new Set<() => void>()
  return {
    begin: (signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        if (free > 0) {
          free -= 1
          resolve()
          return
        }
        const begin = () => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        }
        const giveUp = () => {
          waiting.delete(begin)
          reject(signal.reason)
        }
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.add(begin)
      }),
    end: () => {
      const [next] = waiting
      if (next === undefined) {
        free += 1
        return
      }
      waiting.delete(next)
      next()
    },
  }
}
