import { useSyncExternalStore } from 'react'

/** One timer for all clocks of the page, however many times are on it. */
function createClock(everyMs: number) {
  const listeners = new Set<() => void>()
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | null = null
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    timer ??= setInterval(() => {
      now = Date.now()
      for (const each of listeners) each()
    }, everyMs)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0 || timer === null) return
      clearInterval(timer)
      timer = null
    }
  }
  const read = () => {
    // Without a timer there was no listener. Renewed only when wrong, so that two readings in one render agree.
    if (timer === null && Math.abs(Date.now() - now) > everyMs) now = Date.now()
    return now
  }
  return { subscribe, read }
}

const everySecond = createClock(1000)
const everyHalfMinute = createClock(30_000)

export const useNowBySecond = (): number => useSyncExternalStore(everySecond.subscribe, everySecond.read)
export const useNowByHalfMinute = (): number =>
  useSyncExternalStore(everyHalfMinute.subscribe, everyHalfMinute.read)
