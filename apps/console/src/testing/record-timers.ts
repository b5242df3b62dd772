import { onTestFinished } from 'vitest'

/** Records the delay in milliseconds of each call of `setTimeout` until the test ends. */
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
