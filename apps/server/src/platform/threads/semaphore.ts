export interface Semaphore {
  /** Waits for a place, in the order of the calls. Rejects with the reason of the signal when it is aborted first. */
  acquire(signal: AbortSignal): Promise<void>
  release(): void
}

/** Lets at most `size` holders be there at once. */
export function openSemaphore(size: number): Semaphore {
  let free = size
  const waiting = new Set<() => void>()
  return {
    acquire: (signal) =>
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
    release: () => {
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
