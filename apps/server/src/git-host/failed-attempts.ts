interface Count {
  failures: number
  until: number
}

const windowMs = 15 * 60_000
const rememberedAtMost = 10_000

/**
 * Wrong credentials by address: an account locks after some guesses, but nothing else slows one guess at each of many
 * accounts. Only failures count, because Git asks without a credential first and a busy team asks often.
 */
export function failedAttempts(o: { max: number; now: () => Date }) {
  const counts = new Map<string, Count>()
  const countOf = (address: string): Count | undefined => {
    const count = counts.get(address)
    return count !== undefined && count.until > o.now().getTime() ? count : undefined
  }
  return {
    /** Seconds until the address may try again; 0 when it may. */
    waitSeconds(address: string): number {
      const count = countOf(address)
      if (count === undefined || o.max === 0 || count.failures < o.max) return 0
      return Math.ceil((count.until - o.now().getTime()) / 1000)
    },
    add(address: string): void {
      if (counts.size >= rememberedAtMost) counts.clear()
      const count = countOf(address) ?? { failures: 0, until: o.now().getTime() + windowMs }
      counts.set(address, { ...count, failures: count.failures + 1 })
    },
  }
}
