import { afterEach, expect, test, vi } from 'vitest'
import { loadCode } from '../platform/load-code.ts'
import { prefetchLikelyCode } from './likely-pages.ts'

const missing = async () => Promise.reject(new Error('missing'))

const reload = () => {
  throw new Error('The page was reloaded.')
}

afterEach(() => void vi.unstubAllGlobals())

test('a failed prefetch of likely pages does not reload the page', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  vi.stubGlobal('fetch', async () => new Response())
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
  const errors: unknown[] = []
  await prefetchLikelyCode(async () => {
    // The router swallows this error until the page is opened.
    await loadCode<void>(missing).catch((error: unknown) => errors.push(error))
  })
  expect(errors.length).toBeGreaterThan(10)
  for (const error of errors) expect(error).toEqual(new Error('missing'))
})
