import { expect } from '@playwright/test'
import { origins, test } from './fixtures.ts'
import { newPerson } from './pages.ts'

test('somebody is invited, registers with the link, joins, and is removed again', async ({
  signedInPage: page,
  stack,
  page: guestPage,
}) => {
  const workspace = stack.url.replace(/\/stacks\/.*/, '')
  const guest = newPerson()
  const link = await test.step('an administrator invites', async () => {
    await page.goto(`${workspace}/invitations`)
    await page.getByRole('button', { name: 'Create invitation' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Recipient e-mail').fill(guest.emailAddress)
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    const shown = await dialog.getByText(`${origins.product}/invitation/`).innerText()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('row', { name: guest.emailAddress })).toContainText('Active')
    return shown
  })
  await test.step('the guest registers and accepts', async () => {
    await guestPage.goto(link)
    await guestPage.getByRole('link', { name: 'Sign up' }).click()
    await guestPage.getByLabel('First name').fill(guest.firstName)
    await guestPage.getByLabel('Last name').fill(guest.lastName)
    await guestPage.getByLabel('Email address').fill(guest.emailAddress)
    await guestPage.getByLabel('Password', { exact: true }).fill(guest.password)
    await guestPage.getByRole('checkbox', { name: /end user license agreement/ }).check()
    await guestPage.getByRole('button', { name: 'Create user account' }).click()
    await guestPage.getByRole('button', { name: 'Accept' }).click()
    await expect(guestPage).toHaveURL(`${workspace}/stacks`)
  })
  await test.step('the administrator sees the member without a reload, and removes him', async () => {
    await expect(page.getByText('Nobody is invited at the moment')).toBeVisible()
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Members' }).click()
    const row = page.getByRole('row', { name: guest.emailAddress })
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove member' }).click()
    await expect(row).toHaveCount(0)
  })
  await expect(guestPage).toHaveURL(`${origins.product}/onboarding`)
})
