import { expect, type Page } from '@playwright/test'
import { origins, test } from './fixtures.ts'
import { hasLastScript, watchScripts } from './scripts.ts'

const mostScripts = 15

/** What the browser complains about, such as a breach of the content security policy. */
function watchComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

/** Lets the browser have no idle time until the returned function is called. */
async function keepBusy(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const waiting: (() => void)[] = []
    Reflect.set(globalThis, 'requestIdleCallback', (run: () => void) => waiting.push(run))
    Reflect.set(globalThis, 'becomeIdle', () => {
      Reflect.set(globalThis, 'requestIdleCallback', (run: () => void) => setTimeout(run))
      for (const run of waiting) run()
    })
  })
  return async () => {
    await page.evaluate(() => Reflect.get(globalThis, 'becomeIdle')())
  }
}

test('a visitor needs few scripts for the sign-in', async ({ page }) => {
  const complaints = watchComplaints(page)
  const scripts = watchScripts(page)
  await keepBusy(page)
  await page.goto(`${origins.product}/signin`)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(scripts.size).toBeLessThanOrEqual(mostScripts)
  expect(complaints).toEqual([])
})

test('a first page needs few scripts, and the next ones come while the browser is idle', async ({
  signedInPage: page,
  stack,
}) => {
  const complaints = watchComplaints(page)
  const scripts = watchScripts(page)
  const becomeIdle = await keepBusy(page)
  await page.goto(`${stack.url}/jobs`)
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  expect(scripts.size).toBeLessThanOrEqual(mostScripts)
  await becomeIdle()
  await expect.poll(() => hasLastScript(scripts)).toBe(true)
  const fetched = scripts.size
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor()
  expect(scripts.size).toBe(fetched)
  expect(complaints).toEqual([])
})

test('a dialog opens without a request for its code once the browser was idle', async ({
  signedInPage: page,
  stack,
}) => {
  const scripts = watchScripts(page)
  const becomeIdle = await keepBusy(page)
  await page.goto(`${stack.url}/../../members`)
  await page.getByRole('heading', { name: 'Members' }).waitFor()
  expect(hasLastScript(scripts)).toBe(false)
  await becomeIdle()
  await expect.poll(() => hasLastScript(scripts)).toBe(true)
  const fetched = scripts.size
  await page.getByRole('link', { name: 'Invitations' }).first().click()
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await page.getByRole('dialog', { name: 'Create invitation' }).waitFor()
  expect(scripts.size).toBe(fetched)
})

test('the frame is painted from the document while no script and no style sheet has come', async ({
  signedInPage: page,
  stack,
}) => {
  await page.route(/\/assets\//, () => {})
  await page.goto(`${stack.url}/jobs`, { waitUntil: 'commit' })
  await expect(page.locator('#shell-side')).toBeVisible()
  const bar = await page.locator('#shell-bar').boundingBox()
  await page.unroute(/\/assets\//)
  await page.goto(`${stack.url}/jobs`)
  expect(bar).toEqual(await page.getByRole('banner').boundingBox())
  await expect(page.locator('#shell')).toHaveCount(0)
})

test('a page that was not opened before opens when the server answers again', async ({
  signedInPage: page,
  stack,
}) => {
  await keepBusy(page)
  await page.goto(`${stack.url}/jobs`)
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  // A younger page takes the server that has just sent it to be in reach.
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(2_500)
  const document = await page.evaluateHandle(() => globalThis.document)
  const away = /\/(assets|health)\//
  await page.route(away, (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: 'Environments' }).first().click()
  const notice = page.getByText('The server does not answer. The page opens as soon as it does.')
  await expect(notice).toBeVisible()
  await page.unroute(away)
  await expect(page.getByRole('heading', { name: 'Environments' })).toBeVisible()
  await expect(notice).toHaveCount(0)
  // The page was never reloaded.
  expect(await document.evaluate((before) => before === globalThis.document)).toBe(true)
})

test('a failed prefetch does not reload the page, and its code is loaded when it is needed', async ({
  signedInPage: page,
  stack,
}) => {
  const becomeIdle = await keepBusy(page)
  await page.goto(`${stack.url}/jobs`)
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  const document = await page.evaluateHandle(() => globalThis.document)
  const isSame = () => document.evaluate((before) => before === globalThis.document)
  const prefetchFailed = page.waitForEvent('console', (message) =>
    message.text().startsWith('Code could not be prefetched.'),
  )
  await page.route(/\/assets\//, (route) => route.abort('connectionreset'))
  await becomeIdle()
  await prefetchFailed
  expect(await isSame()).toBe(true)
  await expect(page.getByText('The server does not answer.')).toHaveCount(0)
  await page.unroute(/\/assets\//)
  await page.getByRole('link', { name: 'Environments' }).first().click()
  await expect(page.getByRole('heading', { name: 'Environments' })).toBeVisible()
})
