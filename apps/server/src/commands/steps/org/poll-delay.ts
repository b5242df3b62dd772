/** Pauses between polls: short at first, because small operations end within a second, then up to five seconds. */
export function pollDelayMs(polls: number): number {
  return Math.min(5_000, Math.round(150 * 1.4 ** Math.min(polls, 20)))
}
