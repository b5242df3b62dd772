import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, forever, refusal } from '../../testing/answers.ts'
import { recordAnalytics } from '../../testing/record-analytics.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { sampleTokens } from '../../testing/samples.ts'

const visit = (login?: NonNullable<Answers['users']>['login'], address = '/signin') =>
  renderAt(address, { user: null, answers: { users: { login } } })

async function signIn() {
  await page.getByRole('textbox', { name: 'Username' }).fill('alice@acme.example')
  await page.getByLabelText('Password', { exact: true }).fill('Secret-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('[W-026] a signed-in visitor is sent to the home route', async () => {
  const { path } = await renderAt('/signin')
  await expect.poll(path).toBe('/workspaces/acme/stacks')
})

test('[W-061] the username is an e-mail address', async () => {
  await visit()
  await expect.element(page.getByRole('textbox', { name: 'Username' })).toHaveAttribute('type', 'email')
  expect(document.title).toBe('Sign in · Sluice')
})

test('[W-062] the password can be shown and hidden', async () => {
  await visit()
  const password = page.getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')
})

test('[W-063] "Keep me signed in" is on by default', async () => {
  await visit()
  await expect.element(page.getByRole('checkbox', { name: 'Keep me signed in' })).toBeChecked()
})

test('[W-064] "I forgot my password" leads to the forgot-password screen', async () => {
  const { path } = await visit()
  await page.getByRole('link', { name: 'I forgot my password' }).click()
  await expect.poll(path).toBe('/password/forgot')
})

test('[W-065] the sign-up link leads to the register screen', async () => {
  const { path } = await visit()
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect.poll(path).toBe('/register')
})

test('[W-265] username and password are required', async () => {
  const { server } = await visit()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByText('Username is required')).toBeVisible()
  await expect.element(page.getByText('Password is required')).toBeVisible()
  expect(server.requests('users', 'login')).toEqual([])
})

test.for([
  ['[W-254]', 'Username', `${'a'.repeat(249)}@b.test`],
  ['[W-255]', 'Password', 'a'.repeat(257)],
] as const)('%s a %s of more than 256 characters is refused', async ([, label, text]) => {
  const { server } = await visit(sampleTokens)
  await page.getByRole('textbox', { name: 'Username' }).fill('alice@acme.example')
  await page.getByLabelText('Password', { exact: true }).fill('Secret-1')
  await page.getByLabelText(label, { exact: true }).fill(text.padStart(257, 'a'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByText(`${label} cannot be longer than 256 characters`)).toBeVisible()
  expect(server.requests('users', 'login')).toEqual([])
})

test('[W-066] a failed sign-in shows the panel', async () => {
  await visit(refusal('identityCredentialsInvalid'))
  await signIn()
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('There was a problem signing you in')
  await expect.element(alert).toHaveTextContent('Invalid username and/or password.')
})

test('[W-045] after the sign-in the page of returnTo opens', async () => {
  const { path, server } = await visit(sampleTokens, '/signin?returnTo=%2Fprofile')
  await signIn()
  await expect.poll(path).toBe('/profile')
  await expect
    .poll(() => server.requests('users', 'login')[0]?.body)
    .toEqual({
      username: 'alice@acme.example',
      password: 'Secret-1',
    })
})

test('[W-047] without returnTo the home route opens', async () => {
  const { path } = await visit(sampleTokens)
  await signIn()
  await expect.poll(path).toBe('/workspaces/acme/stacks')
})

test('while it waits the button is disabled', async () => {
  await visit(forever)
  await signIn()
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-disabled', 'true')
})

test('[W-205][W-221] signing in keeps access token, expiry time and refresh token; signing out keeps nothing', async () => {
  const before = Date.now()
  const { path } = await renderAt('/signin', {
    user: null,
    answers: { users: { login: sampleTokens, logout: null } },
  })
  await signIn()
  await expect.element(page.getByRole('heading', { name: 'Stacks' })).toBeVisible()
  const kept: unknown = JSON.parse(localStorage.getItem('sluice.tokens') ?? 'null')
  expect(kept).toEqual({
    accessToken: sampleTokens.accessToken,
    refreshToken: sampleTokens.refreshToken,
    expiresAt: expect.toSatisfy(
      (expiresAt: number) => expiresAt >= before + 900_000 && expiresAt <= Date.now() + 900_000,
    ),
  })
  await page.getByRole('button', { name: 'AM, user menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect.poll(path).toBe('/signin')
  expect(localStorage.getItem('sluice.tokens')).toBeNull()
})

test.for([
  [true, [true, false]],
  [false, [false, true]],
] as const)(
  '[W-226] with "Keep me signed in" %s the tokens lie in persistent storage, otherwise in that of the session: %j',
  async ([keeps, places]) => {
    const { path } = await visit(sampleTokens)
    if (!keeps) await page.getByRole('checkbox', { name: 'Keep me signed in' }).click()
    await signIn()
    await expect.poll(path).toBe('/workspaces/acme/stacks')
    const kept = [localStorage, sessionStorage].map((storage) => storage.getItem('sluice.tokens') ?? '')
    expect(kept.map((text) => text.includes(sampleTokens.accessToken))).toEqual(places)
    expect(kept.map((text) => text !== '')).toEqual(places)
  },
)

test.for([
  [
    'identityAccountLockedOut',
    'Your account is locked out. Try again later (accounts normally unlock automatically after a while) or get in touch with our support for assistance.',
  ],
  ['identityAccountNotConfirmed', 'You must confirm your email address before you can sign in.'],
  ['identityAccountRequiresTwoFactor', 'Two-factor authentication is required to sign in.'],
  ['identityCredentialsInvalid', 'Invalid username and/or password.'],
] as const)(
  '[W-359][W-360][W-361][W-362] a sign-in refused with %s shows its sentence',
  async ([type, text]) => {
    await visit(refusal(type))
    await signIn()
    await expect.element(page.getByRole('alert').getByText(text, { exact: true })).toBeVisible()
  },
)

test('[W-351] the analytics event "signed_in" is fired on a sign-in that succeeds', async () => {
  const fired = recordAnalytics()
  let isRefused = true
  const { path } = await visit(() => {
    if (isRefused) throw refusal('identityCredentialsInvalid')
    return sampleTokens
  })
  await signIn()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(fired).toEqual([])
  isRefused = false
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(path).toBe('/workspaces/acme/stacks')
  expect(fired).toEqual([{ name: 'signed_in' }])
})

test('the link that proves an address signs in with its secret, also where somebody is signed in', async () => {
  const { server, path } = await renderAt(
    '/signin?username=alice%40acme.example&confirm=secret-of-the-link',
    {
      answers: { users: { login: sampleTokens } },
    },
  )
  await expect.element(page.getByText('Sign in to confirm your email address')).toBeVisible()
  await page.getByLabelText('Password', { exact: true }).fill('Secret-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(path).toBe('/workspaces/acme/stacks')
  expect(server.requests('users', 'login')[0]?.body).toEqual({
    username: 'alice@acme.example',
    password: 'Secret-1',
    confirmationToken: 'secret-of-the-link',
  })
})
