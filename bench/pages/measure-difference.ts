import type { Page } from '@playwright/test'
import type { AuthTokens } from '@sluice/contract/user'
import { longestGap, scrollToTheEnd, untilRow } from './frames.ts'
import { inFreshBrowser } from './open-browser.ts'

export interface DifferenceFigures {
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

/** Opens the difference of an environment in a browser of its own, scrolls and filters it. */
export async function measureDifference({ environment, tokens }: MeasuredPage): Promise<DifferenceFigures> {
  return inFreshBrowser({ origin: new URL(environment).origin, tokens }, async (context) => {
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
