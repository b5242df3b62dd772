import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { expectShown } from '../../testing/expect-shown.ts'
import { submitRegistration } from '../../testing/submit-registration.ts'
import { recordAnalytics } from '../../testing/record-analytics.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { sampleConfig, sampleTokens } from '../../testing/samples.ts'

const registered = { register: null, login: sampleTokens }
const visit = (users: Answers['users'] = {}, address = '/register') =>
  renderAt(address, { user: null, answers: { users } })

const create = () => page.getByRole('button', { name: 'Create user account' }).click()

test('[W-025] a signed-in visitor is sent to the home route', async () => {
  const { path } = await renderAt('/register')
  await expect.poll(path).toBe('/workspaces/acme/stacks')
})

test('[W-067][W-069][W-263] all four fields are required', async () => {
  const { server } = await visit()
  await create()
  for (const field of ['First name', 'Last name', 'Email address'])
    await expect.element(page.getByText(`${field} is required`)).toBeVisible()
  await expect.element(page.getByText('Password is required')).toBeVisible()
  await expect.element(page.getByText('This is also your username.')).toBeVisible()
  expect(server.requests('users', 'register')).toEqual([])
  expect(document.title).toBe('Sign up · Sluice')
})

test('[W-068][W-264] the license agreement has to be accepted', async () => {
  const { server } = await visit(registered)
  await expect
    .element(page.getByRole('checkbox', { name: 'I accept the end user license agreement' }))
    .not.toBeChecked()
  await expect
    .element(page.getByRole('link', { name: 'end user license agreement' }))
    .toHaveAttribute('href', sampleConfig.licenseAgreementUrl)
  // The registration clicks it once more, which takes the consent back.
  await page.getByRole('checkbox').click()
  await submitRegistration()
  const message = page.getByText('You must accept our license agreement to continue', { exact: true })
  await expect.element(message).toBeVisible()
  expect(server.requests('users', 'register')).toEqual([])
  await page.getByRole('checkbox').click()
  await create()
  await expect.poll(() => server.requests('users', 'register').length).toBe(1)
})

test('[W-070] a link leads to the sign-in screen', async () => {
  const { path } = await visit()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect.poll(path).toBe('/signin')
})

test('[W-075] the hint of the password states its rule', async () => {
  await visit()
  const hint =
    'At least 1 upper-case, 1 lower-case, 1 digit, 1 non-alphanumeric character and 6 characters in total'
  await expect.element(page.getByText(hint)).toBeVisible()
})

test('[W-253] what is no e-mail address is refused', async () => {
  await visit()
  const field = page.getByRole('textbox', { name: 'Email address' })
  await field.fill('alice')
  await create()
  await expect.element(page.getByText('Email address must be a valid email address')).toBeVisible()
  await field.fill(`${'a'.repeat(256)}@acme.example`)
  await expect.element(page.getByText('Email address cannot be longer than 256 characters')).toBeVisible()
})

test.for([
  ['[W-255]', 'Password', 256],
  ['[W-258]', 'First name', 512],
  ['[W-258]', 'Last name', 512],
] as const)('%s a %s that is too long is refused', async ([, label, length]) => {
  await visit()
  await page.getByLabelText(label, { exact: true }).fill('a'.repeat(length + 1))
  await create()
  await expect.element(page.getByText(`${label} cannot be longer than ${length} characters`)).toBeVisible()
})

test('[W-071][W-004] the new user is signed in at once with the e-mail address as username, in a session that outlives the browser', async () => {
  const { server, path } = await visit(registered)
  await submitRegistration()
  await expect.poll(path).toBe('/workspaces/acme/stacks')
  await expect
    .poll(() => server.requests('users', 'register')[0]?.body)
    .toMatchObject({
      firstName: 'Alice',
      lastName: 'Moreau',
      emailAddress: 'alice@acme.example',
    })
  await expect
    .poll(() => server.requests('users', 'login').map(({ body }) => body))
    .toEqual([{ username: 'alice@acme.example', password: 'Secret-1' }])
  expect(localStorage.getItem('sluice.tokens')).toContain('refresh')
})

test.for([
  ['/register?returnTo=%2Fprofile', '/profile'],
  ['/register', '/workspaces/acme/stacks'],
] as const)('[W-046][W-047][W-072] from %s the new user goes to %s', async ([address, target]) => {
  const { path } = await visit(registered, address)
  await submitRegistration()
  await expect.poll(path).toBe(target)
})

test('[W-073] when the sign-in fails the user is signed out again', async () => {
  const { server, path } = await visit({
    ...registered,
    getSignInInfo: refusal('internalServerError'),
    logout: null,
  })
  await submitRegistration()
  await expect.poll(() => server.requests('users', 'logout').length).toBe(1)
  expect([localStorage.getItem('sluice.tokens'), path()]).toEqual([null, '/register'])
})

test('[W-074] a refused registration shows the panel', async () => {
  const validationErrors = [{ code: 'DuplicateEmail', property: 'emailAddress', description: 'It is taken.' }]
  await visit({ register: refusal('identityRegistrationValidationFailed', { validationErrors }) })
  await submitRegistration()
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('There was a problem creating your account')
  await expect.element(alert).toHaveTextContent('It is taken.')
})

test('a taken e-mail address is told at its field, with a link that signs in with it', async () => {
  const validationErrors = [{ code: 'DuplicateEmail', property: 'emailAddress', description: 'It is taken.' }]
  const { path } = await visit({
    register: refusal('identityRegistrationValidationFailed', { validationErrors }),
  })
  await submitRegistration()
  const field = page.getByRole('textbox', { name: 'Email address' })
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText('There is already an account with this e-mail address')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in with this address' }).click()
  await expect.poll(path).toBe('/signin')
  await expect.element(page.getByRole('textbox', { name: 'Username' })).toHaveValue('alice@acme.example')
})

test('a taken address stays told until it is changed', async () => {
  const validationErrors = [{ code: 'DuplicateEmail', property: 'emailAddress', description: 'It is taken.' }]
  await visit({ register: refusal('identityRegistrationValidationFailed', { validationErrors }) })
  await submitRegistration()
  const told = page.getByText('There is already an account with this e-mail address')
  await expect.element(told).toBeVisible()
  await page.getByRole('textbox', { name: 'Email address' }).fill('bob@acme.example')
  await expect.element(told).not.toBeInTheDocument()
  await expect.element(page.getByText('This is also your username.')).toBeVisible()
})

test('the message of a weak password says what is missing, and not the rule again', async () => {
  await visit()
  await page.getByLabelText('Password', { exact: true }).fill('secret')
  await create()
  await expect
    .element(
      page.getByText('Password still needs a non-alphanumeric character, a digit, an upper-case letter'),
    )
    .toBeVisible()
  expect(page.getByText('characters in total').elements()).toHaveLength(1)
})

test('the license of the product can be read before it is accepted', async () => {
  await renderAt('/license', { user: null })
  await expect.element(page.getByRole('heading', { name: 'MIT License' })).toBeVisible()
  await expect.element(page.getByText('Permission is hereby granted, free of charge')).toBeVisible()
})

test('[W-350] the analytics event "user_created" is fired once the user was created', async () => {
  const fired = recordAnalytics()
  let isRefused = true
  const register = () => {
    if (isRefused) throw refusal('internalServerError')
    return null
  }
  const { path } = await visit({ ...registered, register })
  await submitRegistration()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(fired).toEqual([])
  isRefused = false
  await page.getByRole('button', { name: 'Create user account' }).click()
  await expect.poll(path).toBe('/workspaces/acme/stacks')
  expect(fired).toEqual([{ name: 'user_created' }, { name: 'signed_in' }])
})

test('where the address has to be proven, the page says where the link was sent, and nobody is signed in', async () => {
  const { path } = await visit({ ...registered, login: refusal('identityAccountNotConfirmed'), logout: null })
  await submitRegistration()
  await expectShown('Confirm your email address')
  await expectShown('mail that was sent to alice@acme.example')
  expect([localStorage.getItem('sluice.tokens'), path()]).toEqual([null, '/register'])
})
