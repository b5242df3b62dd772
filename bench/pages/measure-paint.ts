import type { AuthTokens } from '@sluice/contract/user'
import { inFreshBrowser } from './open-browser.ts'

interface PaintedPage {
  readonly address: string
  readonly tokens: AuthTokens | null
}

/** How long after the heading the page may still paint a larger element. */
const settleMilliseconds = 1_500

/** The time from the navigation to the largest contentful paint, in a new browser with an empty cache. */
export const largestPaintMs = ({ address, tokens }: PaintedPage): Promise<number> =>
  inFreshBrowser({ origin: new URL(address).origin, tokens }, async (context) => {
    const page = await context.newPage()
    await page.addInitScript(() => {
      const observer = new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) Reflect.set(globalThis, 'largestPaint', startTime)
      })
      observer.observe({ type: 'largest-contentful-paint', buffered: true })
    })
    await page.goto(address, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForTimeout(settleMilliseconds)
    return Number(await page.evaluate(() => Reflect.get(globalThis, 'largestPaint')))
  })
