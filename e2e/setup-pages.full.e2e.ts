import { type Page, expect, test } from '@playwright/test'
import { colourRules, expectAccessible, widthRules } from './axe.ts'
import { origins } from './fixtures.ts'

const { practiceOrg } = origins

interface OrgFacts {
  id: string
  sandboxName?: string
}

const component = (type: string, name: string) => (org: string) =>
  `/setup/component?org=${org}&type=${type}&name=${name}`
const orgPage = (path: string) => (org: string) => `/setup/${path}${path.includes('?') ? '&' : '?'}org=${org}`

/** Pages of Setup as a person comes upon them with the bundled company, and what leads to each. */
const pages: Record<string, (org: string) => string | Promise<string>> = {
  components: (org) => `/setup?org=${org}`,
  'components of a type': (org) => `/setup?org=${org}&type=ApexClass`,
  'found components': (org) => `/setup?org=${org}&search=claim`,
  'a component': component('ValidationRule', 'Installation__c.No_Schedule_On_Credit_Hold'),
  'a component of a package': component('ApexClass', 'sigbook__BookingService'),
  'a component that is not there': component('ApexClass', 'Nothing'),
  deployments: orgPage('deployments'),
  'the first deployment': (org) => deployment(org, -1),
  'the second deployment': (org) => deployment(org, -2),
  'the third deployment': (org) => deployment(org, -3),
  'the fourth deployment': (org) => deployment(org, -4),
  'change sets': orgPage('change-sets'),
  users: orgPage('users'),
  sandboxes: orgPage('sandboxes'),
  tests: orgPage('tests'),
  tracking: orgPage('tracking'),
  'tracking of a sandbox': async () => `/setup/tracking?org=${await firstOrg('dev')}`,
  faults: () => '/setup/faults',
  connect: () => '/setup/connect?user_code=ABCDEFGH',
}

async function firstOrg(sandboxName?: string): Promise<string> {
  const orgs: OrgFacts[] = await (await fetch(`${practiceOrg}/admin/orgs`)).json()
  const found = sandboxName === undefined ? orgs[0] : orgs.find((org) => org.sandboxName === sandboxName)
  return found?.id ?? ''
}

/** The page of a deployment, counted from the oldest. */
async function deployment(org: string, place: number): Promise<string> {
  const list = await (await fetch(`${practiceOrg}/setup/deployments?org=${org}`)).text()
  const addresses = [...list.matchAll(/href="(\/setup\/deployment\?[^"]+)">/g)].map(
    ([, address = '']) => address,
  )
  return (addresses.at(place) ?? '').replaceAll('&amp;', '&')
}

async function expectFits(page: Page): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(beyond).toBeLessThanOrEqual(0)
}

for (const [name, addressOf] of Object.entries(pages))
  test(`Setup, ${name}: accessible in light and dark colours, and fits a telephone`, async ({ page }) => {
    await page.goto(practiceOrg + (await addressOf(await firstOrg())))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, colourRules)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFits(page)
    await expectAccessible(page, widthRules)
  })

test('the bar is walked with the keyboard, and says where one is', async ({ page }) => {
  await page.goto(`${practiceOrg}/setup`)
  for (const name of ['Components', 'Deployments']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Deployments' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Deployments', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('a sandbox is made, waits for its activation, is activated, refreshed and deleted', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${practiceOrg}/setup/sandboxes`)
  const row = page.getByRole('row').filter({ hasText: 'setup1' })
  const expectState = async (state: string): Promise<void> => {
    await expect(async () => {
      await page.reload()
      await expect(row).toContainText(state, { timeout: 500 })
    }).toPass()
  }
  await page.getByLabel('Name').fill('setup1')
  await page.getByLabel('Activate it when the copy is done').uncheck()
  await page.getByRole('button', { name: 'Create' }).click()
  await expectState('Pending Activation')
  await page.getByRole('button', { name: 'Activate setup1' }).click()
  await expectState('Completed')
  await page.getByRole('button', { name: 'Refresh setup1' }).click()
  await expectState('Pending Activation')
  await page.getByRole('button', { name: 'Discard setup1' }).click()
  await page.getByRole('button', { name: 'Delete setup1' }).click()
  await expect(row).toHaveCount(0)
})

test('tests run from Setup, and their results stand there', async ({ page }) => {
  await page.goto(`${practiceOrg}/setup/tests`)
  await page.getByLabel('Test class').fill('DiscountPolicyTest')
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('2 of 2 passed').first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.getByLabel('Test class').fill('NoSuchTest')
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(page.getByRole('alert')).toContainText('NoSuchTest')
})
