import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { expectShown } from '../../testing/expect-shown.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleUser } from '../../testing/samples.ts'

const address = `/password/reset/${id(90)}/token/alice%40acme.example`
const visit = (resetPassword?: NonNullable<Answers['users']>['resetPassword']) =>
  renderAt(address, { user: null, answers: { users: { resetPassword } } })

const password = page.getByLabelText('New password', { exact: true })
const submit = () => page.getByRole('button', { name: 'Reset password' }).click()

test.for([null, sampleUser()])('[W-030] the route is open to visitors and to users: %#', async (user) => {
  const { path } = await renderAt(address, { user })
  await expect.element(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  expect(path()).toContain('/password/reset/')
})

test('[W-084][W-086] the username of the link is shown and cannot be changed', async () => {
  await visit()
  const username = page.getByRole('textbox', { name: 'Username' })
  await expect.element(username).toHaveValue('alice@acme.example')
  await expect.element(username).toHaveAttribute('readonly')
  expect(document.title).toBe('Reset password · Sluice')
})

test('[W-085][W-267] there is one field for the new password, required, with the rule of all passwords', async () => {
  const { server } = await visit()
  await submit()
  await expect.element(page.getByText('New password is required')).toBeVisible()
  await password.fill('secret')
  await expect.poll(() => document.querySelectorAll('input[type=password]').length).toBe(1)
  await expect.element(password).toHaveAttribute('aria-invalid', 'true')
  expect(server.requests('users', 'resetPassword')).toEqual([])
})

test('[W-083][W-087] the link and the new password are sent, and then a link leads to the sign-in', async () => {
  const { server, path } = await visit(null)
  await password.fill('Secret-1')
  await submit()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect.poll(path).toBe('/signin')
  await expect.element(page.getByRole('textbox', { name: 'Username' })).toHaveValue('alice@acme.example')
  await expect
    .poll(() => server.requests('users', 'resetPassword')[0]?.body)
    .toEqual({
      userId: id(90),
      encodedPasswordResetToken: 'token',
      newPassword: 'Secret-1',
    })
})

test('[W-088][W-089][W-363] a refused reset shows the panel with a link for a new e-mail', async () => {
  const { path } = await visit(refusal('identityResetPasswordTokenInvalid'))
  await password.fill('Secret-1')
  await submit()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('There was a problem resetting your password')
  await expectShown(
    'This password reset link is invalid. The link may have expired, or the user account may have been deleted.',
    page.getByRole('alert'),
  )
  await page.getByRole('link', { name: 'Request a new reset e-mail' }).click()
  await expect.poll(path).toBe('/password/forgot')
})
