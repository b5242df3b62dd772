import { onTestFinished, vi } from 'vitest'

const parts = {
  /** What the clocks and the polls of a page go by. */
  clock: ['setInterval', 'clearInterval', 'Date'],
  /** What waits of a page go by, such as the pause after the last key. */
  waits: ['setTimeout', 'clearTimeout', 'performance'],
} as const

/**
 * Lets only the test move a part of the time of the page, until the test ends: a busy machine then changes no result. Every
 * attempt of `expect.poll` and `expect.element` moves it a little; `framesUntil` does not.
 */
export function stopTime(part: keyof typeof parts) {
  vi.useFakeTimers({ toFake: [...parts[part]] })
  onTestFinished(() => void vi.useRealTimers())
}
