import type { Clock } from '../../platform/clock.ts'

/** A clock whose waits end at once; `waits` records their milliseconds. */
export function clockWithoutWaits(): Clock & { readonly waits: number[] } {
  const waits: number[] = []
  return {
    waits,
    now: () => new Date(),
    elapsedMs: () => waits.reduce((sum, ms) => sum + ms, 0),
    wait: async (milliseconds) => void waits.push(milliseconds),
  }
}
