import { afterEach, expect, test, vi } from 'vitest'
import { loadCode } from '../platform/load-code.ts'
import { fetchLikelyCode } from './likely-pages.ts'

const missing = async () => Promise.reject(new Error('missing'))

const reload = () => {
  throw new Error('The page is loaded anew.')
}

afterEach(() => void vi.unstubAllGlobals())

test('pages that cannot be fetched ahead do not load the page anew', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  vi.stubGlobal('fetch', async () => new Response())
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
  const errors: unknown[] = []
  await fetchLikelyCode(async () => {
    // The router keeps such an error for the time when the page is opened.
    await loadCode<void>(missing).catch((error: unknown) => errors.push(error))
  })
  expect(errors.length).toBeGreaterThan(10)
  for (const error of errors) expect(error).toEqual(new Error('missing'))
})
