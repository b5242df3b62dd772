import { onTestFinished, vi } from 'vitest'

const parts = {
  /** Clocks on a page, and what is repeated. */
  clock: ['setInterval', 'clearInterval', 'Date'],
  /** Delays, such as the pause after the last key. */
  waits: ['setTimeout', 'clearTimeout', 'performance'],
} as const

/**
 * Installs fake timers for parts of the page's time until the test ends, so that a slow machine does not change the result.
 * Each retry of `expect.poll` and `expect.element` advances fake timers; `framesUntil` does not.
 */
export function stopTime(...chosen: (keyof typeof parts)[]) {
  vi.useFakeTimers({ toFake: chosen.flatMap((part) => [...parts[part]]) })
  onTestFinished(() => void vi.useRealTimers())
}
