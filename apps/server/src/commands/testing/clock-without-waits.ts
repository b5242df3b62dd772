import type { Clock } from '../../platform/clock.ts'

/** A clock on which every wait is over at once; `waits` holds their milliseconds. */
export function clockWithoutWaits(): Clock & { readonly waits: number[] } {
  const waits: number[] = []
  return {
    waits,
    now: () => new Date(),
    elapsedMs: () => waits.reduce((sum, ms) => sum + ms, 0),
    wait: async (milliseconds) => void waits.push(milliseconds),
  }
}
