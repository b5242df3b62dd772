/** Lets a bounded number through at a time and a bounded number wait; refuses the rest. */
export interface Turnstile {
  /** Resolves to the function that leaves again, or to null when too many wait already. */
  enter(): Promise<(() => void) | null>
}

export function turnstile(atATime: number, waitingAtMost: number): Turnstile {
  let inside = 0
  const waiting: (() => void)[] = []
  const leaveOnce = () => {
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      const next = waiting.shift()
      if (next === undefined) inside -= 1
      else next()
    }
  }
  return {
    async enter() {
      if (inside < atATime) {
        inside += 1
        return leaveOnce()
      }
      if (waiting.length >= waitingAtMost) return null
      await new Promise<void>((resolve) => waiting.push(resolve))
      return leaveOnce()
    },
  }
}
