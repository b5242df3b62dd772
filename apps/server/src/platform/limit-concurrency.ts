/** Who may have a place at once with those who have one, and who may wait beside those who wait. */
export interface AdmissionRules<Holder> {
  mayEnter(holder: Holder, inside: readonly Holder[]): boolean
  mayWait(holder: Holder, waiting: readonly Holder[]): boolean
}

export interface ConcurrencyLimit<Holder> {
  /**
   * Resolves to the function that frees the place, or to null when too many wait already or the signal ends
   * the wait.
   */
  enter(holder: Holder, signal: AbortSignal): Promise<(() => void) | null>
}

/**
 * Limits how many holders are active at a time. Waiting holders enter in their order, but one that may not enter yet
 * does not block those behind it. Each holder is a distinct object.
 */
export function limitConcurrency<Holder extends object>(
  rules: AdmissionRules<Holder>,
): ConcurrencyLimit<Holder> {
  const inside = new Set<Holder>()
  const waiting = new Map<Holder, () => void>()
  const admit = (holder: Holder) => {
    inside.add(holder)
    return () => {
      if (!inside.delete(holder)) return
      for (const [next, start] of waiting) if (rules.mayEnter(next, [...inside])) start()
    }
  }
  return {
    async enter(holder, signal) {
      if (signal.aborted) return null
      if (rules.mayEnter(holder, [...inside])) return admit(holder)
      if (!rules.mayWait(holder, [...waiting.keys()])) return null
      return await new Promise((resolve) => {
        const giveUp = () => {
          waiting.delete(holder)
          resolve(null)
        }
        waiting.set(holder, () => {
          waiting.delete(holder)
          signal.removeEventListener('abort', giveUp)
          resolve(admit(holder))
        })
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}
