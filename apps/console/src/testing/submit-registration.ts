import { page } from 'vitest/browser'

/** Fills in the register screen and submits it. */
export async function submitRegistration() {
  await page.getByRole('textbox', { name: 'First name' }).fill('Alice')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Moreau')
  await page.getByRole('textbox', { name: 'Email address' }).fill('alice@acme.example')
  await page.getByLabelText('Password', { exact: true }).fill('Secret-1')
  await page.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Create user account' }).click()
}
