import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Answer = () => Promise<Response>

/** What the server says next; the last answer stays. */
let answers: Answer[] = []
let asked = 0
let reloads = 0

beforeEach(() => {
  vi.resetModules()
  asked = 0
  reloads = 0
  const kept = new Map<string, string>()
  vi.stubGlobal('fetch', async () => {
    asked += 1
    const next = answers.length > 1 ? answers.shift() : answers[0]
    return next?.()
  })
  vi.stubGlobal('location', { reload: () => (reloads += 1) })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  // A page that was opened a while ago.
  vi.stubGlobal('performance', { now: () => 60_000 })
})

afterEach(() => void vi.unstubAllGlobals())

const answer = (status: number) => async () => new Response(null, { status })
const missing = async () => Promise.reject(new Error('missing'))
/** Throws, because `loadCode` never returns after a reload and the test would run into its time limit. */
const failOnReload = () => {
  throw new Error('The page was reloaded.')
}
const refused = async () => Promise.reject(new TypeError('Failed to fetch'))

test('a file is not asked for while the server is away', async () => {
  const { isWaitingForCode, loadCode } = await import('./load-code.ts')
  answers = [refused, answer(502)]
  let loads = 0
  const loaded = loadCode(async () => (loads += 1))
  await expect.poll(isWaitingForCode).toBe(true)
  await expect.poll(() => asked).toBeGreaterThan(1)
  expect(loads).toBe(0)
  answers = [answer(200)]
  expect(await loaded).toBe(1)
  expect([isWaitingForCode(), reloads]).toEqual([false, 0])
})

test.each([401, 403, 404])('a proxy that answers for the server with %i keeps nobody out', async (status) => {
  const { loadCode } = await import('./load-code.ts')
  answers = [answer(status)]
  expect(await loadCode(async () => 'page')).toBe('page')
})

test('the page is reloaded for a file that a server in reach does not have, and only once', async () => {
  const { loadCode } = await import('./load-code.ts')
  answers = [answer(200)]
  void loadCode(missing)
  await expect.poll(() => reloads).toBe(1)
  await expect(loadCode(missing)).rejects.toThrow('missing')
  expect(reloads).toBe(1)
})

test('a failed prefetch shows no notice and does not reload the page', async () => {
  vi.stubGlobal('location', { reload: failOnReload })
  const { prefetch, isWaitingForCode, loadCode } = await import('./load-code.ts')
  answers = [refused]
  const loaded = prefetch(async () => loadCode(missing))
  await expect.poll(() => asked).toBeGreaterThan(2)
  expect(isWaitingForCode()).toBe(false)
  answers = [answer(200)]
  await expect(loaded).rejects.toThrow('missing')
})

test('code that was missing in a prefetch reloads the page when it is needed', async () => {
  const { prefetch, loadCode } = await import('./load-code.ts')
  answers = [answer(200)]
  const prefetched = prefetch(async () => loadCode(missing))
  void loadCode(missing)
  await expect(prefetched).rejects.toThrow('missing')
  await expect.poll(() => reloads).toBe(1)
})
