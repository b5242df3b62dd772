import { type Page, expect, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'

const practiceOrg = process.env['SLUICE_E2E_PRACTICE_ORG'] ?? ''

interface OrgFacts {
  id: string
  sandboxName?: string
}

/** Every page of Setup, as a person comes upon it with the bundled company. */
async function addresses(): Promise<string[]> {
  const orgs: OrgFacts[] = await (await fetch(`${practiceOrg}/admin/orgs`)).json()
  const org = orgs[0]?.id ?? ''
  const dev = orgs.find(({ sandboxName }) => sandboxName === 'dev')?.id ?? ''
  const list = await (await fetch(`${practiceOrg}/setup/deployments?org=${org}`)).text()
  const deployments = [...list.matchAll(/href="(\/setup\/deployment\?[^"]+)">/g)].slice(-4)
  return [
    `/setup?org=${org}`,
    `/setup?org=${org}&type=ApexClass`,
    `/setup?org=${org}&search=claim`,
    `/setup/component?org=${org}&type=ValidationRule&name=Installation__c.No_Schedule_On_Credit_Hold`,
    `/setup/component?org=${org}&type=ApexClass&name=sigbook__BookingService`,
    `/setup/component?org=${org}&type=ApexClass&name=Nothing`,
    `/setup/deployments?org=${org}`,
    ...deployments.map(([, address = '']) => address.replaceAll('&amp;', '&')),
    `/setup/change-sets?org=${org}`,
    `/setup/users?org=${org}`,
    `/setup/sandboxes?org=${org}`,
    `/setup/tests?org=${org}`,
    `/setup/tracking?org=${org}`,
    `/setup/tracking?org=${dev}`,
    `/setup/faults`,
    `/setup/connect?user_code=ABCDEFGH`,
  ]
}

async function expectFits(page: Page): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(beyond).toBeLessThanOrEqual(0)
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`every page of Setup is accessible in ${colorScheme} colours, and fits a telephone`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    for (const address of await addresses())
      await test.step(address, async () => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.goto(practiceOrg + address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
        if (colorScheme === 'dark') return
        await page.setViewportSize({ width: 390, height: 844 })
        await expectFits(page)
        await expectAccessible(page)
      })
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
