import { onTestFinished } from 'vitest'

/** What is logged at this level until the test ends, in place of the console. */
export function recordConsole(level: 'error' | 'warn'): unknown[][] {
  const logged: unknown[][] = []
  const original = console[level]
  console[level] = (...parts: unknown[]) => void logged.push(parts)
  onTestFinished(() => void (console[level] = original))
  return logged
}
