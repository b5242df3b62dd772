import { type Page, expect, test } from '@playwright/test'
import { origins } from './fixtures.ts'
import {
  connectToPracticeOrg,
  expectJobSucceeded,
  newPerson,
  register,
  submitAndAwaitSuccess,
} from './pages.ts'

/** The README's steps 1 to 3, as somebody new. */
async function arrive(page: Page): Promise<void> {
  await register(page, origins.product, newPerson())
  await connectToPracticeOrg(page)
  await page.getByRole('checkbox', { name: 'Create two developer sandboxes' }).click()
  await page.getByRole('button', { name: 'Initialize now' }).click()
  await page.getByRole('link', { name: 'Start exploring' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Initialize stack' }).click()
  await expectJobSucceeded(page)
}

test('play the admin, as the README tells it', async ({ page, context }) => {
  const message = 'This customer is on credit hold. Ask finance before you schedule anything.'
  await arrive(page)

  await test.step('a validation rule is changed in Setup as Jonas Becker', async () => {
    const setup = await context.newPage()
    await setup.goto(origins.practiceOrg)
    await setup.getByLabel('Type').selectOption('ValidationRule')
    await setup.getByRole('link', { name: 'Installation__c.No_Schedule_On_Credit_Hold' }).click()
    const text = setup.getByLabel('objects/Installation__c.object')
    const changed = (await text.inputValue()).replace(/(?<=<errorMessage>)[^<]*/, message)
    await text.fill(changed)
    await setup.getByLabel('Save as').selectOption({ label: 'Jonas Becker – Service operations lead' })
    await setup.getByRole('button', { name: 'Save' }).click()
    await expect(setup.getByRole('status')).toHaveText('Saved by Jonas Becker.')
    await setup.close()
  })

  await test.step('it flows in, and the job names the file, the author and the commit', async () => {
    const links = page.getByRole('navigation', { name: 'Stack' })
    await links.getByRole('link', { name: 'Environments' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Production', exact: true }).first().click()
    await page.getByRole('button', { name: 'Flow in', exact: true }).first().click()
    await submitAndAwaitSuccess(page)
    const row = page
      .getByRole('region', { name: 'Committed files' })
      .getByRole('row')
      .filter({ hasText: 'unpackaged/objects/Installation__c.object' })
    await expect(row).toContainText('Jonas Becker')
    await expect(row).toContainText(/[0-9a-f]{7}/)
  })
})
