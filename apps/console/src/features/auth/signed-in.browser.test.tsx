import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../testing/answers.ts'
import { recordConsole } from '../../testing/record-console.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { infoCheckMs } from './session.ts'

const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const stacks = '/workspaces/acme/stacks'

test.for([
  ['W-033', '/onboarding'],
  ['W-034', '/create-workspace'],
  ['W-035', '/profile'],
  ['W-043', '/workspaces/acme/stacks/core-crm/jobs?type=FlowIn'],
] as const)('[W-033][W-034][W-035][W-043] (%s) a visitor of %s has to sign in first', async ([, address]) => {
  const { router } = await renderAt(address, { user: null })
  await expect.element(heading('Sign in')).toBeVisible()
  expect(router.state.location.search).toEqual({ returnTo: address })
})

test.for(['/workspaces', '/workspaces/acme'])(
  '[W-036] a visitor of %s has to sign in first, with and without a slug',
  async (address) => {
    const { router } = await renderAt(address, { user: null })
    await expect.element(heading('Sign in')).toBeVisible()
    expect(router.state.location.search).toEqual({ returnTo: address })
  },
)

test('[W-044] a session that the server ends leads to the sign-in, and from there back', async () => {
  const { router } = await renderAt(stacks, {
    answers: {
      users: {
        getSignInInfo: refusal('userNotAuthorized', { status: 401 }),
        refresh: refusal('identityRefreshTokenInvalid'),
      },
    },
  })
  await expect.element(heading('Sign in')).toBeVisible()
  expect([router.state.location.search, localStorage.length]).toEqual([{ returnTo: stacks }, 0])
})

test('[W-224] every 30 seconds the page asks whether its user is still signed in', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { server } = await renderAt(stacks)
    await expect.element(heading('Stacks')).toBeVisible()
    const before = server.requests('users', 'getSignInInfo').length
    vi.advanceTimersByTime(infoCheckMs - 1)
    const early = server.requests('users', 'getSignInInfo').length
    vi.advanceTimersByTime(1)
    await expect.poll(() => server.requests('users', 'getSignInInfo').length).toBe(before + 1)
    expect([early, infoCheckMs]).toEqual([before, 30_000])
  } finally {
    vi.useRealTimers()
  }
})

test('[W-225] a sign-out that the server refuses is logged and ends the session here', async () => {
  const logged = recordConsole('warn')
  const { path } = await renderAt(stacks, { answers: { users: { logout: refusal('internalServerError') } } })
  await page.getByRole('button', { name: 'AM, user menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect.poll(path).toBe('/signin')
  expect(localStorage.getItem('sluice.tokens')).toBeNull()
  expect(logged).toEqual([['Signing out at the server failed.', expect.anything()]])
})
