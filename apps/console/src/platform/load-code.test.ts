import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const reload = vi.fn<() => void>()
const ask = vi.fn<() => Promise<Response>>()

beforeEach(() => {
  vi.resetModules()
  vi.resetAllMocks()
  const kept = new Map<string, string>()
  vi.stubGlobal('fetch', ask)
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  // A page that was opened a while ago.
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const answer = (status: number) => async () => new Response(null, { status })
const missing = async () => Promise.reject(new Error('missing'))
const refused = async () => Promise.reject(new TypeError('Failed to fetch'))

test('a file is not asked for while the server is away', async () => {
  const { isWaitingForCode, loadCode } = await import('./load-code.ts')
  ask.mockImplementation(answer(502)).mockImplementationOnce(refused)
  const load = vi.fn(async () => 'page')
  const loaded = loadCode(load)
  await expect.poll(isWaitingForCode).toBe(true)
  await expect.poll(() => ask.mock.calls.length).toBeGreaterThan(1)
  expect(load).not.toHaveBeenCalled()
  ask.mockImplementation(answer(200))
  expect(await loaded).toBe('page')
  expect([load.mock.calls.length, isWaitingForCode(), reload.mock.calls.length]).toEqual([1, false, 0])
})

test.each([401, 403, 404])('a proxy that answers for the server with %i keeps nobody out', async (status) => {
  const { loadCode } = await import('./load-code.ts')
  ask.mockImplementation(answer(status))
  expect(await loadCode(async () => 'page')).toBe('page')
})

test('the page is loaded anew for a file that a server in reach does not have, and only once', async () => {
  const { loadCode } = await import('./load-code.ts')
  ask.mockImplementation(answer(200))
  void loadCode(missing)
  await expect.poll(() => reload.mock.calls.length).toBe(1)
  await expect(loadCode(missing)).rejects.toThrow('missing')
  expect(reload).toHaveBeenCalledTimes(1)
})
