import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'

const visit = (forgotPassword?: NonNullable<Answers['users']>['forgotPassword']) =>
  renderAt('/password/forgot', { user: null, answers: { users: { forgotPassword } } })

async function submit() {
  await page.getByRole('textbox', { name: 'Username' }).fill('alice@acme.example')
  await page.getByRole('button', { name: 'Submit' }).click()
}

test('[W-027] a signed-in visitor is sent to the home route', async () => {
  const { path } = await renderAt('/password/forgot')
  await expect.poll(path).toBe('/workspaces/acme/stacks')
})

test('[W-076][W-077][W-266] the username has e-mail style and is required', async () => {
  const { server } = await visit()
  await expect.element(page.getByRole('textbox', { name: 'Username' })).toHaveAttribute('type', 'email')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByText('Username is required')).toBeVisible()
  expect(server.requests('users', 'forgotPassword')).toEqual([])
  expect(document.title).toBe('Forgot password · Sluice')
})

test('[W-079] a link offers support', async () => {
  await visit()
  await expect
    .element(page.getByRole('link', { name: 'Contact support' }))
    .toHaveAttribute('href', 'mailto:support@sluice.invalid')
})

test('[W-078][W-080][W-081] a request is confirmed with what to expect', async () => {
  const { server } = await visit(null)
  await submit()
  const confirmation = page.getByRole('status')
  await expect
    .element(confirmation)
    .toHaveTextContent('We have sent you an e-mail with a link to reset your password')
  await expect.element(confirmation).toHaveTextContent('You should receive it within a few minutes.')
  await expect
    .element(confirmation)
    .toHaveTextContent('If it has not arrived after 15 minutes, contact support.')
  await expect
    .poll(() => server.requests('users', 'forgotPassword')[0]?.body)
    .toEqual({ emailAddress: 'alice@acme.example' })
})

test('[W-082] a failed request shows the panel', async () => {
  await visit(refusal('internalServerError'))
  await submit()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('There was a problem submitting your request')
})

test('a server without a mail server announces no mail, and says where the link waits', async () => {
  await renderAt('/password/forgot', {
    user: null,
    answers: { users: { forgotPassword: null } },
    config: { sendsMail: false },
  })
  await submit()
  const confirmation = page.getByRole('status')
  await expect.element(confirmation).toHaveTextContent('Ask the administrator of this server for the link')
  await expect.element(confirmation).toHaveTextContent('waits in the outbox')
  expect(page.getByText('We have sent you an e-mail').elements()).toEqual([])
})

test('without an address for support no link leads to it', async () => {
  await renderAt('/password/forgot', { user: null, config: { supportEmailAddress: null } })
  await expect.element(page.getByRole('link', { name: 'Back to sign in' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Contact support' }).elements()).toEqual([])
})
