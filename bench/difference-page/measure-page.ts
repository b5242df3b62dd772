import { type Page, chromium } from '@playwright/test'
import type { AuthTokens } from '@sluice/contract/user'

export interface PageFigures {
  /** From the navigation to the first row, with everything loaded anew. */
  firstRowMs: number
  /** From a click in the console to the first row. */
  openedMs: number
  scrollGapMs: number
  filterGapMs: number
  /** The longest gap while the page does nothing, which the machine adds to the others. */
  idleGapMs: number
}

interface MeasuredPage {
  /** The address of the environment. */
  readonly environment: string
  readonly tokens: AuthTokens
}

const list = 'section[aria-label="Components"]'
const row = `${list} li a`
const resultName = 'sluice-bench'

/** Opens the difference of an environment in a browser of its own, scrolls and filters it. */
export async function measurePage({ environment, tokens }: MeasuredPage): Promise<PageFigures> {
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch(executablePath ? { executablePath } : {})
  try {
    const { accessToken, refreshToken, expiresIn } = tokens
    const value = JSON.stringify({ accessToken, refreshToken, expiresAt: Date.now() + expiresIn * 1000 })
    const localStorage = [{ name: 'sluice.tokens', value }]
    const { origin } = new URL(environment)
    const storageState = { cookies: [], origins: [{ origin, localStorage }] }
    const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
    // What runs this file names functions by a function that pages do not have.
    await context.addInitScript('globalThis.__name = (named) => named')
    const page = await context.newPage()
    await page.goto(`${environment}/difference`, { waitUntil: 'commit' })
    const firstRowMs = await page.evaluate(untilRow, row)
    const idleGapMs = await longestGap(page, () => page.waitForTimeout(2_000))
    const scrollGapMs = await longestGap(page, () => page.evaluate(scrollToTheEnd, list))
    const filterGapMs = await longestGap(page, () => filter(page))
    await page.goto(`${environment}/flow`)
    await page.getByRole('link', { name: 'Show the whole difference' }).waitFor()
    const clickedMs = await page.evaluate(clickDifference)
    const openedMs = (await page.evaluate(untilRow, row)) - clickedMs
    return { firstRowMs, openedMs, scrollGapMs, filterGapMs, idleGapMs }
  } finally {
    await browser.close()
  }
}

/** In the page: waits for the first frame with a row, and says when it was, since the navigation. */
function untilRow(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const look = (now: number) => {
      if (document.querySelector(selector)) resolve(now)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** In the page: follows the link to the difference, and says when, since the navigation. */
function clickDifference(): number {
  const links = [...document.querySelectorAll('main a')]
  const link = links.find(({ textContent }) => textContent === 'Show the whole difference')
  const clicked = performance.now()
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  return clicked
}

/** In the page: scrolls from the first row to the last in 150 frames. */
async function scrollToTheEnd(selector: string): Promise<void> {
  const scroller = document.querySelector(selector)
  if (scroller === null) throw new Error('There is no list to scroll.')
  for (let frame = 0; frame <= 150; frame++) {
    scroller.scrollTop = (scroller.scrollHeight * frame) / 150
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
  }
}

/** Types a filter that leaves one class, takes it back, and changes the direction twice. */
async function filter(page: Page): Promise<void> {
  const box = page.getByRole('searchbox', { name: 'Filter components' })
  await box.pressSequentially('Bench00042', { delay: 60 })
  await page.getByText('Showing 1 of').waitFor()
  for (let letter = 0; letter < 'Bench00042'.length; letter++) await box.press('Backspace', { delay: 60 })
  const parts = page.getByRole('navigation', { name: 'Direction' }).getByRole('link')
  await parts.nth(1).click()
  await parts.first().click()
  await page.waitForTimeout(500)
}

/** The longest time between two frames of the page while something is done in it. */
async function longestGap(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(watchFrames, resultName)
  await act()
  return await page.evaluate(async (name) => {
    performance.mark(name)
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    })
    const [measured] = performance.getEntriesByName(`${name}-gap`)
    performance.clearMarks()
    performance.clearMeasures()
    return measured?.duration ?? 0
  }, resultName)
}

/** In the page: looks at every frame until the mark of this name is set; then the measure `<name>-gap` is the longest gap. */
function watchFrames(name: string): void {
  let last = performance.now()
  let longest = 0
  const look = (now: number) => {
    longest = Math.max(longest, now - last)
    last = now
    if (performance.getEntriesByName(name).length === 0) requestAnimationFrame(look)
    else performance.measure(`${name}-gap`, { start: 0, duration: longest })
  }
  requestAnimationFrame(look)
}
