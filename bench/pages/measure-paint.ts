import type { AuthTokens } from '@sluice/contract/user'
import { inFreshBrowser } from './open-browser.ts'

interface PaintedPage {
  readonly address: string
  readonly tokens: AuthTokens | null
}

/** What comes later than this after the heading is no part of the first picture. */
const settleMilliseconds = 1_500

/** When the largest piece of a page was painted, in a browser that has loaded nothing before, since the navigation. */
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
