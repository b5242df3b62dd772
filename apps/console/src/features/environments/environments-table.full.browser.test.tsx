import { expect, onTestFinished, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { sampleEnvironment, sampleJob } from '../../testing/samples.ts'
import {
  environmentsAddress,
  sampleSandbox,
  sampleSandboxEnvironment,
  visitEnvironments,
} from '../../testing/visit-environments.ts'

const all = [
  sampleEnvironment({ tags: { stage: 'live' } }),
  sampleSandboxEnvironment({ name: 'A sandbox with a rather long name for the list' }),
]
const answers = { stacks: { listSandboxes: [sampleSandbox()] } }
const frame = page.getByRole('region', { name: 'Environments' })
const nameLink = (name: string | RegExp) => page.getByRole('table').getByRole('link', { name }).first()
const focused = () => document.activeElement?.textContent

async function focus(locator: Locator) {
  await expect.element(locator).toBeVisible()
  const element = locator.element()
  if (element instanceof HTMLElement) element.focus()
}

async function narrowTo(width: number) {
  await page.viewport(width, 800)
  onTestFinished(() => page.viewport(1280, 800))
}

test.for([360, 390, 640, 768, 900, 1005, 1024, 1100, 1224, 1280, 1440])(
  'neither the page nor the list is wider than a window of %i px',
  async (width) => {
    await narrowTo(width)
    await visitEnvironments(all, { answers })
    await expect.element(frame.getByText(/Developer Pro sandbox/)).toBeVisible()
    const content = page.getByRole('main').element().parentElement ?? document.body
    for (const each of [document.documentElement, content, frame.element()])
      await expect.poll(() => each.scrollWidth - each.clientWidth).toBe(0)
  },
)

test.for([360, 800])('no tab of an environment is wider than a window of %i px', async (width) => {
  await narrowTo(width)
  const { router } = await visitEnvironments(all, { answers, below: '/qa/flow' })
  for (const tab of ['Flow', 'Settings', 'Salesforce org', 'Undeployed components', 'Advanced']) {
    const link = page.getByRole('navigation', { name: 'Environment' }).getByRole('link', { name: tab })
    await link.click()
    await expect.element(link).toHaveAttribute('aria-current', 'page')
    await expect.poll(() => router.state.status).toBe('idle')
    const content = page.getByRole('main').element().parentElement ?? document.body
    for (const each of [document.documentElement, content])
      await expect.poll(() => each.scrollWidth - each.clientWidth).toBe(0)
  }
})

test('the selected tab is in view on a narrow page', async () => {
  await narrowTo(390)
  await visitEnvironments(all, { answers, below: '/qa/advanced' })
  const tab = page.getByRole('navigation', { name: 'Environment' }).getByRole('link', { name: 'Advanced' })
  await expect.poll(() => tab.element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
})

test('columns that a person adds on a wide page scroll inside the list', async () => {
  await narrowTo(1440)
  await visitEnvironments(all, { answers })
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const name of ['API version', 'Created by', 'Slug', 'ID'])
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
  await expect.poll(() => frame.element().scrollWidth - frame.element().clientWidth).toBeGreaterThan(0)
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)
})

test('a click on a row opens the environment', async () => {
  const { path } = await visitEnvironments(all, { answers })
  await frame.getByText(/Northbeam Lighting · Enterprise/).click()
  await expect.poll(path).toBe(`${environmentsAddress}/production/flow`)
})

/** React listens below the document, so that the page has seen the click before. */
const stayHere = (event: Event) => event.preventDefault()

/** Opens the list and records where the page goes from there. A link that leads away from the console stays without effect. */
async function visitAndRecord() {
  const sfdcSignInUrl = 'https://login.salesforce.com'
  const { router } = await visitEnvironments([sampleEnvironment({ sfdcSignInUrl })], { answers })
  await expect.element(frame.getByText(/Northbeam Lighting · Enterprise/)).toBeVisible()
  const left: string[] = []
  onTestFinished(router.subscribe('onBeforeNavigate', ({ toLocation }) => left.push(toLocation.pathname)))
  document.addEventListener('click', stayHere)
  onTestFinished(() => document.removeEventListener('click', stayHere))
  const goneTo = async () => {
    await router.navigate({ to: '/profile' })
    return left
  }
  return { goneTo }
}

const row = frame.getByRole('row', { name: /Production/ }).nth(1)

test('a click on a control of a row does not open the environment', async () => {
  const { goneTo } = await visitAndRecord()
  await row.getByRole('checkbox').click()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  const org = row.getByRole('link', { name: 'Production' }).last()
  await expect.element(org).toHaveAttribute('href', 'https://login.salesforce.com')
  await org.click()
  expect(await goneTo()).toEqual(['/profile'])
})

test('a click that ends the selection of text in a row does not open the environment', async () => {
  const { goneTo } = await visitAndRecord()
  const text = frame.getByText(/Northbeam Lighting · Enterprise/).element()
  getSelection()?.selectAllChildren(text)
  text.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  getSelection()?.removeAllRanges()
  expect(await goneTo()).toEqual(['/profile'])
})

test('j and k move between the rows, Enter opens one', async () => {
  const { path } = await visitEnvironments(all, { answers })
  await expect.element(nameLink('Production')).toBeVisible()
  await userEvent.keyboard('j')
  expect(focused()).toBe('Production')
  await userEvent.keyboard('j')
  expect(focused()).toMatch(/^A sandbox/)
  await userEvent.keyboard('j')
  expect(focused()).toMatch(/^A sandbox/)
  await userEvent.keyboard('k')
  expect(focused()).toBe('Production')
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe(`${environmentsAddress}/production/flow`)
})

test.for([
  ['i', 'Flow in environments'],
  ['o', 'Flow out environments'],
] as const)('%s starts the dialog "%s" for the environment of the row', async ([letter, title]) => {
  await visitEnvironments(all, { answers })
  await focus(nameLink('Production'))
  await userEvent.keyboard(letter)
  const dialog = page.getByRole('dialog', { name: title })
  await expect.element(dialog.getByText('Production').first()).toBeVisible()
})

test('an environment that is not initialized starts no flow by a letter', async () => {
  await visitEnvironments([sampleEnvironment({ isInitialized: false })], { answers })
  await focus(nameLink('Production'))
  await userEvent.keyboard('i')
  await userEvent.keyboard('k')
  expect(page.getByRole('dialog').elements()).toEqual([])
})

test('letters in the filter are text', async () => {
  await visitEnvironments(all, { answers })
  await page.getByRole('searchbox', { name: 'Filter environments' }).click()
  await userEvent.keyboard('io')
  expect(page.getByRole('dialog').elements()).toEqual([])
})

test('the status says when the latest job ended and who started it', async () => {
  await visitEnvironments([sampleEnvironment()], {
    pushed: {
      jobs: [sampleJob({ status: 'Ended', outcome: 'Succeeded', endedUtc: new Date().toISOString() })],
    },
  })
  await expect.element(page.getByText(/^just now · Alice Moreau$/)).toBeVisible()
})

test('[S-264] a dropdown is at most 18 rem high', async () => {
  await visitEnvironments(all, { answers })
  const opened = { Columns: 'menu', Flow: 'menu' } as const
  for (const [name, role] of Object.entries(opened)) {
    await page.getByRole('button', { name, exact: true }).click()
    const popup = page.getByRole(role)
    await expect.element(popup).toBeVisible()
    expect(getComputedStyle(popup.element()).maxHeight).toContain('288px')
    await userEvent.keyboard('{Escape}')
    await expect.element(popup).not.toBeInTheDocument()
  }
})
