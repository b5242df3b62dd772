import { onTestFinished } from 'vitest'

/** The milliseconds of each timer that the page starts from now on, until the test ends. */
export function recordTimers(): readonly number[] {
  const waits: number[] = []
  const { setTimeout } = globalThis
  Reflect.set(globalThis, 'setTimeout', (act: () => void, milliseconds = 0) => {
    waits.push(milliseconds)
    return setTimeout(act, milliseconds)
  })
  onTestFinished(() => void Reflect.set(globalThis, 'setTimeout', setTimeout))
  return waits
}
