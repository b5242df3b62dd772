import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleUser } from '../../testing/samples.ts'

/** The profile of a user whom a saved change reaches. */
async function visit(users: Answers['users'] = {}) {
  const user = sampleUser({ mobilePhoneNumber: '+47 21 00 00 00' })
  return renderAt('/profile', {
    user,
    answers: {
      users: {
        getSignInInfo: () => ({ isAuthenticated: true, user }),
        update: ({ body }) => {
          Object.assign(user, body)
          return null
        },
        ...users,
      },
    },
  })
}

async function change(label: string, value: string) {
  await page.getByRole('button', { name: `Edit ${label.toLowerCase()}` }).click()
  await page.getByLabelText(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Save' }).click()
}
const shown = (text: string) => page.getByRole('main').getByText(text, { exact: true }).first()

test('[J-201] name and username head the page', async () => {
  await visit()
  await expect.element(page.getByRole('heading', { name: 'Alice Moreau' })).toBeVisible()
  await expect.element(shown('alice@acme.example')).toBeVisible()
  await expect.poll(() => document.title).toBe('Profile · Sluice')
})

test('[J-206] ID and history are shown and cannot be edited', async () => {
  await visit()
  await expect.element(shown(id(90))).toBeVisible()
  for (const label of ['Created', 'First signed in', 'Last signed in', 'Password last changed'])
    await expect.element(shown(label)).toBeVisible()
  const buttons = page.getByRole('button', { name: /^Edit / }).elements()
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Edit username',
    'Edit first name',
    'Edit last name',
    'Edit mobile phone number',
    'Edit password',
  ])
})

test.for([
  ['Username', 'emailAddress', 'bob@acme.example'],
  ['First name', 'firstName', 'Bob'],
  ['Last name', 'lastName', 'Smith'],
] as const)(
  '[J-202][J-203][W-308] %s is editable and required, and is sent alone',
  async ([label, property, value]) => {
    const { server } = await visit()
    await change(label, '')
    await expect.element(page.getByRole('alert')).toHaveTextContent('You must enter a value.')
    await page.getByLabelText(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(shown(value)).toBeVisible()
    await expect
      .poll(() => server.requests('users', 'update').map(({ body }) => body))
      .toEqual([{ [property]: value }])
  },
)

test('[J-202] a username that is no e-mail address is refused', async () => {
  const { server } = await visit()
  await change('Username', 'bob')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Username must be a valid email address')
  expect(server.requests('users', 'update')).toEqual([])
})

test('[J-204][W-308] the phone number is editable, an empty one is saved as null, and it is sent alone', async () => {
  const { server } = await visit()
  const bodies = () => server.requests('users', 'update').map(({ body }) => body)
  await change('Mobile phone number', '+1 555-0100')
  await expect.element(shown('+1 555-0100')).toBeVisible()
  await change('Mobile phone number', '')
  await expect.poll(bodies).toEqual([{ mobilePhoneNumber: '+1 555-0100' }, { mobilePhoneNumber: null }])
})

test('[J-205][S-054][W-195][W-303] the password is masked, required, and saved whatever is typed', async () => {
  const { server } = await visit({ changePassword: null })
  await expect.element(shown('*'.repeat(16))).toBeVisible()
  await change('Password', '')
  await expect.element(page.getByRole('alert')).toHaveTextContent('You must enter a value.')
  await page.getByLabelText('Password', { exact: true }).fill('Secret-1')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('button', { name: 'Edit password' })).toBeVisible()
  await expect
    .poll(() => server.requests('users', 'changePassword').map(({ body }) => body))
    .toEqual([{ newPassword: 'Secret-1' }])
})

test('a refused password stays at the input with the reason', async () => {
  await visit({ changePassword: refusal('validationFailed', { detail: 'Sign in again.' }) })
  await change('Password', 'Secret-1')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Sign in again.')
})

test('[J-200] the avatar has 256 pixels, and the initials of the user', async () => {
  await visit()
  const avatar = page.getByRole('main').getByText('AM', { exact: true })
  await expect.element(avatar).toBeVisible()
  await expect
    .poll(() => {
      const { width, height } = avatar.element().parentElement?.getBoundingClientRect() ?? {}
      return [width, height]
    })
    .toEqual([256, 256])
})

test('[W-204] the page shows every field of the user, and the menu of an administrator is his', async () => {
  const user = sampleUser({
    mobilePhoneNumber: '+47 21 00 00 00',
    passwordLastChangedUtc: '2026-01-31T12:00:00.000Z',
    isGlobalAdministrator: true,
  })
  await renderAt('/profile', { user })
  for (const text of [user.id, user.emailAddress, user.firstName, user.lastName, '+47 21 00 00 00'])
    await expect.element(shown(text)).toBeVisible()
  const moments = [...page.getByRole('main').element().querySelectorAll('time')]
  expect(moments.map((each) => each.dateTime)).toEqual([
    user.createdUtc,
    user.firstSignedInUtc,
    user.lastSignedInUtc,
    user.passwordLastChangedUtc,
  ])
  await page.getByRole('button', { name: 'AM, user menu' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Undelivered mail' })).toBeVisible()
})
