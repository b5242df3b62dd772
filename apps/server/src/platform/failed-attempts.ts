interface Count {
  failures: number
  until: number
}

const windowMs = 15 * 60_000
const rememberedAtMost = 10_000

/** Wrong credentials by network: an account locks after some guesses, but nothing else slows one guess at each of many. */
export interface FailedAttempts {
  /** Seconds until the network may try again; 0 when it may. */
  waitSeconds(network: string): number
  add(network: string): void
  /** Takes back one that was added before its outcome was known. */
  remove(network: string): void
}

/** Counts for 15 minutes from the first failure; `max` 0 switches the limit off. */
export function failedAttempts({ max, now }: { max: number; now: () => Date }): FailedAttempts {
  const counts = new Map<string, Count>()
  const countOf = (network: string): Count | undefined => {
    const count = counts.get(network)
    return count !== undefined && count.until > now().getTime() ? count : undefined
  }
  const makeRoom = () => {
    if (counts.size < rememberedAtMost) return
    // The first key has the oldest window, which ends soonest.
    const [oldest] = counts.keys()
    if (oldest !== undefined) counts.delete(oldest)
  }
  return {
    waitSeconds(network) {
      const count = countOf(network)
      if (count === undefined || max === 0 || count.failures < max) return 0
      return Math.ceil((count.until - now().getTime()) / 1000)
    },
    add(network) {
      const count = countOf(network)
      if (count !== undefined) {
        count.failures += 1
        return
      }
      counts.delete(network)
      makeRoom()
      counts.set(network, { failures: 1, until: now().getTime() + windowMs })
    },
    remove(network) {
      const count = countOf(network)
      if (count !== undefined && count.failures > 0) count.failures -= 1
    },
  }
}
