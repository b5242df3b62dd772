import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

export interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly emailAddress: string
  readonly password: string
}

/** Somebody whom no other test knows. */
export const newPerson = (): Person => ({
  firstName: 'Robin',
  lastName: 'Release',
  emailAddress: `robin-${randomBytes(6).toString('hex')}@release.example`,
  password: 'Lantern-42!',
})

export async function register(page: Page, origin: string, person: Person): Promise<void> {
  await page.goto(`${origin}/register`)
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill(person.lastName)
  await page.getByLabel('Email address').fill(person.emailAddress)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('checkbox', { name: /end user license agreement/ }).check()
  await page.getByRole('button', { name: 'Create user account' }).click()
}

/** Approves the code on the practice org's own page, in the tab that Connect opens, for the first org or this one. */
export async function connectToPracticeOrg(page: Page, orgId?: string): Promise<void> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: /^Connect/ }).click()
  const approval = await opening
  await expect(approval.getByRole('heading', { name: 'Connect an app' })).toBeVisible()
  await expect(approval.getByLabel('Code')).not.toHaveValue('')
  if (orgId !== undefined) {
    await approval.getByLabel('Organisation').selectOption(orgId)
    await approval.waitForURL((url) => url.searchParams.get('org') === orgId)
  }
  await approval.getByRole('radio').first().check()
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(approval.getByRole('heading', { name: 'Connected' })).toBeVisible()
  await approval.close()
}

/** Edits a class in the practice org's Setup as one of its users, as an admin behind the team's back would. */
export async function editClassInSetup(
  page: Page,
  edit: { name: string; text: string; user: RegExp },
): Promise<void> {
  await page.getByLabel('Type').selectOption('ApexClass')
  await page.getByRole('link', { name: edit.name, exact: true }).click()
  await page.getByLabel(`classes/${edit.name}.cls`, { exact: true }).fill(edit.text)
  const users = page.getByLabel('Save as')
  const label = await users.locator('option').filter({ hasText: edit.user }).first().textContent()
  await users.selectOption({ label: label ?? '' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toContainText('Saved by')
}

/**
 * Submits the open dialog, whatever deed its button names, until the page of the job is there: a preview that changes at the same moment
 * is refused, and the dialog shows the new one.
 */
async function submitDialog(page: Page): Promise<void> {
  const jobPage = /\/jobs\/[^/]+$/
  await expect(async () => {
    const submit = page.getByRole('dialog').locator('button[type=submit]')
    if (!jobPage.test(page.url())) await submit.click({ timeout: 2_000 })
    await expect(page).toHaveURL(jobPage, { timeout: 10_000 })
  }).toPass({ timeout: 60_000 })
}

/** Submits the open flow dialog and waits on the job's page until the job has ended well. */
export async function submitAndAwaitSuccess(page: Page): Promise<void> {
  await submitDialog(page)
  await expectJobSucceeded(page)
}

/** Submits the open flow out dialog, lets the deployment begin when the job asks, and waits until it has ended well. */
export async function submitAndConfirm(page: Page): Promise<void> {
  await submitDialog(page)
  await page.getByRole('link', { name: 'Review deployment' }).click({ timeout: 120_000 })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/jobs\/[^/]+$/)
  await expectJobSucceeded(page)
}

export async function expectJobSucceeded(page: Page): Promise<void> {
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeVisible()
  await expect(
    page
      .getByRole('main')
      // Beside it may stand how many components were left out.
      .getByText(/^(Succeeded|Failed|Cancelled|Timed out)/)
      .first(),
  ).toBeVisible({
    timeout: 120_000,
  })
  await expect(
    page
      .getByRole('main')
      .getByText(/^Succeeded/)
      .first(),
  ).toBeVisible()
}
