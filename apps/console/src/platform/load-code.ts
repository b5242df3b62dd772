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

/** Whether the function that is being called fetches code ahead of its use. */
let isFetchingAhead = false

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
 * Calls a function that loads code before anybody asks for it. Where the server is away or a file is missing, the page stays
 * as it is: somebody may be working on it. Whoever opens the missing part later loads it again, by then with a reload.
 */
export function fetchAhead<T>(load: () => T): T {
  isFetchingAhead = true
  try {
    return load()
  } finally {
    isFetchingAhead = false
  }
}

/**
 * Loads a part of the console, however long the server is away; the build puts this around every dynamic import. A
 * browser never asks again for a file that it could not get once, so that the server is asked before the file is. A file
 * that a server in reach does not have belongs to a former version, so that the page is loaded anew, once.
 *
 * @public called by the code that the build writes
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  // Read before the first wait, because it holds for this call only.
  const isAhead = isFetchingAhead
  if (performance.now() - answeredAt > trustedForMs) await serverAnswers(isAhead)
  try {
    return await load()
  } catch (error) {
    if (isAhead) throw error
    await serverAnswers(false)
    return reloadOnce(error)
  }
}

/** Resolves when the server answers. A wait is announced where somebody has asked for the code. */
async function serverAnswers(isAhead: boolean): Promise<void> {
  if (await isServerInReach()) return
  if (!isAhead) changeWaiting(1)
  try {
    for (let attempt = 0; !(await isServerInReach()); attempt += 1)
      await pause(waits[Math.min(attempt, waits.length - 1)] ?? 0)
  } finally {
    if (!isAhead) changeWaiting(-1)
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
