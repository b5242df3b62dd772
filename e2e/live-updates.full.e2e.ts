import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { hasLastScript, watchScripts } from './scripts.ts'
import { startProduct } from './start-product.ts'
import { registerAndSignIn } from '../bench/real-data/product-client.ts'

/** Marks the document of a page; a page that is loaded anew has lost the mark. */
const mark = (page: Page) => page.evaluate(() => Reflect.set(document, 'isMarked', true))
const isMarked = (page: Page) => page.evaluate(() => Reflect.get(document, 'isMarked') === true)

test('[W-023] what changes in one browser shows in another one without a reload', async ({
  browser,
  signedInPage: one,
  account: { client },
  initializedStack: stack,
}) => {
  const context = await browser.newContext({ storageState: await storageOf(one, stack.url) })
  const two = await context.newPage()
  const workspace = stack.url.replace(/\/stacks\/.*/, '')
  const { workspaceId, stackId } = stack
  await test.step('an invitation', async () => {
    await two.goto(`${workspace}/invitations`)
    await expect(two.getByText('Nobody is invited at the moment')).toBeVisible()
    await mark(two)
    await one.goto(`${workspace}/invitations`)
    await one.getByRole('button', { name: 'Create invitation' }).click()
    const dialog = one.getByRole('dialog')
    await dialog.getByLabel('Recipient e-mail').fill('guest@release.example')
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    await expect(two.getByRole('row', { name: 'guest@release.example' })).toBeVisible()
  })
  await test.step('the name of the workspace', async () => {
    await client.calls.workspaces.update({ params: { workspaceId }, body: { name: 'Another name' } })
    await expect(two.getByRole('button', { name: 'Workspace: Another name' })).toBeVisible()
  })
  await test.step('the name of the stack', async () => {
    await two.getByRole('link', { name: 'Stacks' }).first().click()
    await client.calls.stacks.update({ params: { workspaceId, stackId }, body: { name: 'Renamed' } })
    await two.getByRole('table').getByRole('link', { name: 'Renamed' }).click()
  })
  const [environment] = (await client.stacks(workspaceId)).flatMap(({ environments }) => environments)
  await test.step('a tag of an environment', async () => {
    await expect(two.getByRole('heading', { name: 'Environments' })).toBeVisible()
    const params = { workspaceId, stackId, environmentId: environment?.id ?? '', tagName: 'quarterly' }
    await client.calls.environments.setTag({ params, body: null })
    await expect(two.getByText('quarterly')).toBeVisible()
  })
  await test.step('a job, its progress and its end', async () => {
    await two.getByRole('link', { name: 'Jobs' }).first().click()
    const jobs = two.getByRole('row').filter({ hasText: 'Succeeded' })
    await expect(jobs).toHaveCount(1)
    const include = { all: true }
    await client.calls.jobs.provision({
      params: { workspaceId, stackId },
      body: { jobCommandName: 'FlowIn', jobTemplate: { environmentFilter: { include } } },
    })
    await expect(jobs).toHaveCount(2)
  })
  expect(await isMarked(two)).toBe(true)
  await context.close()
})

/** What the first page keeps in its browser, once it has opened the product. */
async function storageOf(page: Page, address: string) {
  await page.goto(address)
  return await page.context().storageState()
}

test('after the server was killed and started again the page goes on with the same state', async ({
  browser,
}) => {
  const product = await startProduct({ settings: { SLUICE_RATE_LIMIT_FACTOR: '0' } })
  const context = await browser.newContext()
  try {
    const account = { emailAddress: 'first@release.example', password: 'Lantern-42!' }
    const { calls } = await registerAndSignIn(product.origin, account)
    const names = { firstName: 'Robin', lastName: 'Release', phoneNumber: '+1 555 0100' }
    const { slug } = await calls.workspaces.create({
      body: { name: 'Nordlicht', companyName: 'Nordlicht', ...names },
    })
    const page = await context.newPage()
    await page.goto(`${product.origin}/signin`)
    await page.getByLabel('Username').fill(account.emailAddress)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('button', { name: /user menu$/ })).toBeVisible()
    const scripts = watchScripts(page, 'requestfinished')
    await page.goto(`${product.origin}/workspaces/${slug}/members`)
    const member = page.getByRole('row', { name: account.emailAddress })
    await expect(member).toBeVisible()
    // Waits for the end of the prefetch, because a page whose code was interrupted reloads when it is opened.
    await expect.poll(() => hasLastScript(scripts), { timeout: 60_000 }).toBe(true)
    await mark(page)
    await product.server.kill('SIGKILL')
    const banner = page.getByText('The connection to the server was interrupted. Trying to reconnect...')
    await expect(banner).toBeVisible()
    await expect(member).toBeVisible()
    await product.server.restart()
    await expect(banner).toHaveCount(0, { timeout: 60_000 })
    await expect(member).toBeVisible()
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await expect(page.getByRole('heading', { name: 'Settings' }).first()).toBeVisible()
    expect(await isMarked(page)).toBe(true)
  } finally {
    await context.close()
    await product.stop()
  }
})
