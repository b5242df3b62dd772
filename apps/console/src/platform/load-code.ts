import { useSyncExternalStore } from 'react'

/** Waits before each further attempt, in milliseconds; the last one repeats. */
const waits = [500, 1000, 2000, 4000]
/** In which time a second missing file is no longer explained by an update of the server. */
const reloadedWithinMs = 30_000
const reloadedKey = 'sluice.reloaded'
/** How long a server that has answered is taken to be in reach. */
const trustedForMs = 2_000

/** By the clock of the page, which starts with the answer that held the page. */
let answeredAt = 0

/** Whether the function that is being called prefetches code. */
let isPrefetching = false

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
 * Calls a function that loads code before the user needs it. When that fails, the page is not reloaded, because the user may
 * be working on it. The code is loaded again when the user opens the part of the console that needs it.
 */
export function prefetch<T>(load: () => T): T {
  isPrefetching = true
  try {
    return load()
  } finally {
    isPrefetching = false
  }
}

/**
 * Loads a part of the console, however long the server is away; the build puts this around every dynamic import. A
 * browser never asks again for a file that it could not get once, so that the server is asked before the file is. A file
 * that a server in reach does not have belongs to a former version, so that the page is reloaded, once.
 *
 * @public called by the code that the build writes
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  // The flag is read before the first await, because it is set only during the call.
  const isPrefetch = isPrefetching
  if (performance.now() - answeredAt > trustedForMs) await serverAnswers(isPrefetch)
  try {
    return await load()
  } catch (error) {
    if (isPrefetch) throw error
    await serverAnswers(false)
    return reloadOnce(error)
  }
}

/** Resolves when the server answers. The user is told about the wait, except for a prefetch, which nobody waits for. */
async function serverAnswers(isPrefetch: boolean): Promise<void> {
  if (await isServerInReach()) return
  if (!isPrefetch) changeWaiting(1)
  try {
    for (let attempt = 0; !(await isServerInReach()); attempt += 1)
      await pause(waits[Math.min(attempt, waits.length - 1)] ?? 0)
  } finally {
    if (!isPrefetch) changeWaiting(-1)
  }
}

/** A proxy that keeps this address to itself refuses it with an error of the 4xx, and is no reason to wait. */
async function isServerInReach(): Promise<boolean> {
  const answer = await fetch('/health/live', { cache: 'no-store' }).catch(() => undefined)
  if (answer === undefined || answer.status >= 500) return false
  answeredAt = performance.now()
  return true
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
