import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { recordConsole } from '../../testing/record-console.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { sampleTokens } from '../../testing/samples.ts'
import { frames, framesUntil } from '../../testing/frames-until.ts'
import { stopTime } from '../../testing/stop-time.ts'
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
  stopTime('clock')
  const { server } = await renderAt(stacks)
  await framesUntil(() => heading('Stacks').query() !== null)
  const before = server.requests('users', 'getSignInInfo').length
  vi.advanceTimersByTime(infoCheckMs - 1)
  await frames(5)
  const early = server.requests('users', 'getSignInInfo').length
  vi.advanceTimersByTime(1)
  await framesUntil(() => server.requests('users', 'getSignInInfo').length === before + 1)
  expect([early, infoCheckMs]).toEqual([before, 30_000])
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

/** A user who has just signed in with tokens of this life, on a clock that goes on by the 30 seconds between two checks. */
async function signInFor(expiresIn: number, refresh: NonNullable<Answers['users']>['refresh'], keeps = true) {
  stopTime('clock')
  const login = { ...sampleTokens, accessToken: 'first', refreshToken: 'refresh-first', expiresIn }
  const { server, router, path } = await renderAt('/signin?returnTo=%2Fprofile', {
    user: null,
    answers: { users: { login, refresh } },
  })
  const bearers: (string | null)[] = []
  const fetch = server.fetch.bind(server)
  server.fetch = (address, init) => {
    if (address.endsWith('/auth/info')) bearers.push(new Headers(init?.headers).get('authorization'))
    return fetch(address, init)
  }
  await page.getByRole('textbox', { name: 'Username' }).fill('alice@acme.example')
  await page.getByLabelText('Password', { exact: true }).fill('Secret-1')
  if (!keeps) await page.getByRole('checkbox', { name: 'Keep me signed in' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await framesUntil(() => heading('Alice Moreau').query() !== null)
  /** One more check of the page, and with which token it asked. */
  const check = async () => {
    const before = bearers.length
    vi.advanceTimersByTime(infoCheckMs)
    await framesUntil(() => bearers.length === before + 1)
    return bearers.at(-1)
  }
  return { check, router, path, refreshes: () => server.requests('users', 'refresh') }
}

test('[W-222] a call renews an access token that lasts 30 seconds more, and none that lasts longer', async () => {
  const second = { accessToken: 'second', refreshToken: 'refresh-second', expiresIn: 91 }
  const { check, refreshes } = await signInFor(90, second)
  expect([await check(), refreshes().length]).toEqual(['Bearer first', 0])
  expect(await check()).toBe('Bearer second')
  expect(refreshes().map(({ body }) => body)).toEqual([{ refreshToken: 'refresh-first' }])
  for (const times of [1, 1, 2]) {
    expect(await check()).toBe('Bearer second')
    expect(refreshes()).toHaveLength(times)
  }
})

test.for([
  ['identityRefreshTokenInvalid', true],
  ['identityRefreshTokenExpired', false],
] as const)(
  '[W-223] a renewal that is refused with %s clears the session and leads to the sign-in',
  async ([type, keeps]) => {
    const { refreshes, router, path } = await signInFor(60, refusal(type), keeps)
    expect(localStorage.length + sessionStorage.length).toBeGreaterThan(0)
    vi.advanceTimersByTime(infoCheckMs)
    await expect.element(heading('Sign in')).toBeVisible()
    const kept = [localStorage, sessionStorage].map((storage) => storage.getItem('sluice.tokens'))
    expect([path(), refreshes().length, kept]).toEqual(['/signin', 1, [null, null]])
    await router.navigate({ to: '/profile' })
    await expect.element(heading('Sign in')).toBeVisible()
  },
)
