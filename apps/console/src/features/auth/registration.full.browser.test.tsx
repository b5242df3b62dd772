import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import { sampleTokens } from '../../testing/samples.ts'
import { submitRegistration } from '../../testing/submit-registration.ts'

const visitor = (address: string, registration: 'open' | 'invited' | 'closed') =>
  renderAt(address, { user: null, config: { registration } })

test('[W-065] the sign-in screen leads to the register screen where registration is open', async () => {
  const { path } = await visitor('/signin', 'open')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect.element(page.getByRole('button', { name: 'Create user account' })).toBeVisible()
  expect(path()).toBe('/register')
  expect(page.getByRole('status').elements()).toEqual([])
})

test.each(['invited', 'closed'] as const)(
  'the sign-in screen offers no sign-up where registration is %s',
  async (registration) => {
    await visitor('/signin', registration)
    await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(page.getByRole('link', { name: 'Sign up' }).elements()).toEqual([])
    expect(page.getByText('No account yet?').elements()).toEqual([])
  },
)

test('the sign-in screen offers no sign-up after the account that closed registration', async () => {
  const answers = { users: { register: null, login: sampleTokens, logout: null } }
  const { server } = await renderAt('/register', { user: null, answers })
  server.config = { ...server.config, registration: 'closed' }
  await submitRegistration()
  await page.getByRole('button', { name: 'AM, user menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Sign up' }).elements()).toEqual([])
})

test('the register screen says that only invited people can sign up, and lets them', async () => {
  await visitor('/register', 'invited')
  await expect.element(page.getByRole('status')).toHaveTextContent('Only invited people can sign up')
  await expect.element(page.getByRole('button', { name: 'Create user account' })).toBeVisible()
})

test('the register screen of a closed server has no form and leads to the sign-in screen', async () => {
  const { path } = await visitor('/register', 'closed')
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('New accounts cannot be created on this server')
  expect(page.getByRole('button').elements()).toEqual([])
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(path()).toBe('/signin')
})

test.for(['/', '/signin', '/register'])(
  'where nobody has an account, %s opens on the register screen for the first one',
  async (address) => {
    const { path } = await renderAt(address, { user: null, config: { hasNoAccounts: true } })
    await expect.element(page.getByRole('heading', { name: 'Create the first account' })).toBeVisible()
    expect(path()).toBe('/register')
    expect(page.getByRole('link', { name: 'Sign in' }).elements()).toEqual([])
  },
)

test('a page that was opened before the first account was made leads to the sign-in again', async () => {
  const { server, router } = await renderAt('/license', { user: null, config: { hasNoAccounts: true } })
  server.config = { ...server.config, hasNoAccounts: false }
  await router.navigate({ to: '/signin' })
  await expect.element(page.getByRole('heading', { name: 'Sign up' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test.for(['/signin', '/register', '/password/forgot'])('%s names the product', async (address) => {
  await renderAt(address, { user: null, config: { productName: 'Acme Flow' } })
  await expect.element(page.getByRole('main').getByText('Acme Flow', { exact: true })).toBeVisible()
})
