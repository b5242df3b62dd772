import type { Page } from '@playwright/test'
import type { AuthTokens } from '@sluice/contract/user'
import { longestGap, untilRow } from './frames.ts'
import { inFreshBrowser } from './open-browser.ts'

interface Visited {
  readonly url: string
  readonly tokens: AuthTokens
}

/** Calls `act` with a signed-in page of a new browser with an empty cache. */
const inSignedInPage = <T>({ url, tokens }: Visited, act: (page: Page) => Promise<T>): Promise<T> =>
  inFreshBrowser({ origin: new URL(url).origin, tokens }, async (context) => act(await context.newPage()))

/** The time from the navigation to the first paint, in a new browser with an empty cache. */
export function firstPaint({ url, tokens }: Visited): Promise<number> {
  return inSignedInPage({ url, tokens }, async (page) => {
    await page.goto(url, { waitUntil: 'commit' })
    return await page.evaluate(untilPainted)
  })
}

/** In the page: waits for the first paint. */
function untilPainted(): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const [paint] = performance.getEntriesByName('first-paint')
      if (paint) resolve(paint.startTime)
      else requestAnimationFrame(look)
    }
    look()
  })
}

export interface ConflictFigures {
  /** From the navigation to the first row, with everything loaded anew. */
  firstRowMs: number
  /** From a click on the page of the job to the first row. */
  openedMs: number
  /** From the input of a filter to the frame that shows what it leaves. */
  filterMs: number
  filterGapMs: number
  /** The longest task while the page opens with a profile of 8 MiB in its list. */
  openTaskMs: number
  /** The longest task while a profile of nearly 2 MiB opens in the editor, the largest that is edited. */
  editorTaskMs: number
  /** The longest gap between frames of an idle page, which shows how much of the other gaps the machine causes. */
  idleGapMs: number
}

const row = 'main table tbody tr'

/** Waits until the job waits for its conflict to be resolved, then opens the conflict page and filters it. */
export function measureConflict({ url, tokens }: Visited, fileCount: number): Promise<ConflictFigures> {
  return inSignedInPage({ url, tokens }, async (page) => {
    await page.addInitScript(watchLongTasks)
    await page.goto(url)
    const link = page.getByRole('link', { name: 'Resolve conflict' })
    const failure = page.getByRole('main').getByRole('alert')
    const end = page.getByRole('main').getByRole('button', { name: 'Rerun' })
    await link
      .or(failure)
      .or(end)
      .first()
      .waitFor({ timeout: 10 * 60_000 })
    if (!(await link.isVisible())) throw new Error(`No conflict: ${await page.getByRole('main').innerText()}`)
    const conflict = new URL((await link.getAttribute('href')) ?? '', url).href
    await page.goto(conflict, { waitUntil: 'commit' })
    const firstRowMs = await page.evaluate(untilRow, row)
    await page.getByText(`of ${fileCount.toLocaleString('en')} total`).waitFor()
    const openTaskMs = await longestTask(page, 0)
    const idleGapMs = await longestGap(page, () => page.waitForTimeout(2_000))
    const filterGapMs = await longestGap(page, () => typeFilter(page, fileCount))
    const filterMs = await page.evaluate(filterAtOnce, 'Bench0042')
    const editorTaskMs = await editorTask(page, 'Edited.profile')
    await page.goto(url)
    await link.waitFor()
    const clickedMs = await page.evaluate(clickConflict)
    const openedMs = (await page.evaluate(untilRow, row)) - clickedMs
    return { firstRowMs, openedMs, filterMs, filterGapMs, openTaskMs, editorTaskMs, idleGapMs }
  })
}

/** Types a filter that leaves one file, and takes it back. */
async function typeFilter(page: Page, fileCount: number): Promise<void> {
  const box = page.getByRole('searchbox', { name: 'Filter files' })
  await box.pressSequentially('Bench0042', { delay: 60 })
  await page.getByText('Showing 1 of').waitFor()
  for (let letter = 0; letter < 'Bench0042'.length; letter++) await box.press('Backspace', { delay: 60 })
  await page.getByText(`Showing ${fileCount.toLocaleString('en')} of`).waitFor()
}

/** In the page: puts a filter in and waits for the frame that shows what it leaves. */
async function filterAtOnce(text: string): Promise<number> {
  const box = document.querySelector<HTMLInputElement>('main input[type=search]')
  if (box === null) throw new Error('There is no filter.')
  const began = performance.now()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
  while (document.querySelector('main')?.textContent?.includes('Showing 1 of') !== true)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  return performance.now() - began
}

/** In the page: follows the link to the conflict, and says when, since the navigation. */
function clickConflict(): number {
  const links = [...document.querySelectorAll('main a')]
  const link = links.find(({ textContent }) => textContent === 'Resolve conflict')
  const clicked = performance.now()
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  return clicked
}

/** The longest task of the page since a moment, in which it took no input. */
function longestTask(page: Page, since: number): Promise<number> {
  return page.evaluate((from) => {
    const tasks = performance.getEntriesByName('sluice-task').filter(({ startTime }) => startTime >= from)
    return Math.max(0, ...tasks.map(({ duration }) => duration))
  }, since)
}

/** In the page: keeps every long task, because the page itself cannot ask for them later. */
function watchLongTasks(): void {
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      performance.measure('sluice-task', { start: startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
}

/** Opens the editor of a file; gives the longest task until it shows the text, and for three seconds after. */
async function editorTask(page: Page, name: string): Promise<number> {
  await page.getByRole('searchbox', { name: 'Filter files' }).fill(name)
  const since = await page.evaluate(() => performance.now())
  await page.getByRole('button', { name: new RegExp(`^Edit .*${name}`) }).click()
  await page.locator('.cm-content').waitFor({ timeout: 120_000 })
  // The editor highlights the changes after it has shown the text.
  await page.waitForTimeout(3_000)
  return await longestTask(page, since)
}
