import { useSyncExternalStore } from 'react'

/** Waits before each further attempt, in milliseconds; the last one repeats. */
const waits = [500, 1000, 2000, 4000]
/** In which time a second missing file is no longer explained by an update of the server. */
const reloadedWithinMs = 30_000
const reloadedKey = 'sluice.reloaded'

let waiting = 0
const listeners = new Set<() => void>()

/** Whether a part of the console cannot be loaded at the moment because the server does not answer. */
export const useIsWaitingForCode = (): boolean => useSyncExternalStore(subscribe, isWaitingForCode)

export const isWaitingForCode = (): boolean => waiting > 0

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changeWaiting(by: 1 | -1): void {
  waiting += by
  for (const listener of listeners) listener()
}

/** Resolves when a part of the console has to wait for the server. */
export function waitsForCode(): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (!isWaitingForCode()) return
      stop()
      resolve()
    })
  })
}

/**
 * Loads a part of the console, however long the server is away; the build puts this around every dynamic import. A file
 * that a server in reach does not have belongs to a former version, so that the page is loaded anew, once.
 *
 * @public called by the code that the build writes
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    changeWaiting(1)
    try {
      return await loadWhenServerAnswers(load)
    } finally {
      changeWaiting(-1)
    }
  }
}

async function loadWhenServerAnswers<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const isInReach = await isServerInReach()
    try {
      return await load()
    } catch (error) {
      if (isInReach) return reloadOnce(error)
    }
    await pause(waits[Math.min(attempt, waits.length - 1)] ?? 0)
  }
}

const isServerInReach = async (): Promise<boolean> => {
  const answer = await fetch('/health/live', { cache: 'no-store' }).catch(() => undefined)
  return answer?.ok === true
}

/** Never ends when it reloads; a second missing file in a row is a real failure, which the error page shows. */
function reloadOnce(error: unknown): Promise<never> {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0)
  if (Date.now() - last < reloadedWithinMs) return Promise.reject(error)
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  globalThis.location.reload()
  return new Promise(() => undefined)
}

const pause = (milliseconds: number) =>
  new Promise<void>((done) => {
    setTimeout(done, milliseconds)
  })
