import { ProblemError } from '@sluice/contract/client'
import type { AuthTokens } from '@sluice/contract/user'
import { expect, test } from 'vitest'
import { Access } from './access.ts'
import { memoryStorage } from './testing/memory-storage.ts'
import { TokenStore } from './token-store.ts'

const start = 1_000_000

function arrange(refresh: (token: string) => Promise<AuthTokens>) {
  const persistent = memoryStorage()
  const session = memoryStorage()
  const state = { now: start, lost: 0, refreshes: 0 }
  const access = new Access({
    store: new TokenStore({ persistent, session }),
    refresh: (token) => {
      state.refreshes++
      return refresh(token)
    },
    onLost: () => state.lost++,
    now: () => state.now,
  })
  return { access, state, persistent, session }
}

const tokens = (name: string): AuthTokens => ({
  accessToken: name,
  refreshToken: `refresh-${name}`,
  expiresIn: 900,
})
const refused = () =>
  Promise.reject(new ProblemError({ type: 'identityRefreshTokenInvalid', title: 'Refused', status: 401 }))

test('[W-222] the token is renewed from 30 seconds before it expires, not earlier', async () => {
  const { access, state } = arrange(async () => tokens('second'))
  access.begin(tokens('first'), true)
  state.now = start + 869_000
  const early = await access.token()
  state.now = start + 870_000
  expect([early, await access.token()]).toEqual(['first', 'second'])
})

test('many callers at once cause one renewal', async () => {
  const { access, state } = arrange(async () => tokens('second'))
  access.begin(tokens('first'), true)
  state.now = start + 1_000_000
  const all = await Promise.all([access.token(), access.token(), access.token()])
  expect([all, state.refreshes]).toEqual([['second', 'second', 'second'], 1])
})

test('[W-223] a refused renewal ends the session', async () => {
  const { access, state } = arrange(refused)
  access.begin(tokens('first'), true)
  state.now = start + 1_000_000
  expect([await access.token(), access.isSignedIn, state.lost]).toEqual([null, false, 1])
})

test.for([500, 503])('an answer with status %i to a renewal leaves the session alone', async (status) => {
  const failed = new ProblemError({ type: 'unknown', title: 'Try again later', status })
  const { access, state } = arrange(() => Promise.reject(failed))
  access.begin(tokens('first'), true)
  state.now = start + 1_000_000
  await expect(access.token()).rejects.toThrow('Try again later')
  expect([access.isSignedIn, state.lost]).toEqual([true, 0])
})

test('an unreachable server leaves the session alone', async () => {
  const { access, state } = arrange(() => Promise.reject(new TypeError('Failed to fetch')))
  access.begin(tokens('first'), true)
  state.now = start + 1_000_000
  await expect(access.token()).rejects.toThrow('Failed to fetch')
  expect([access.isSignedIn, state.lost]).toEqual([true, 0])
})

test('what another tab has renewed meanwhile is used and not renewed again', async () => {
  const { access, state } = arrange(async () => tokens('third'))
  access.begin(tokens('second'), true)
  expect([await access.renew('first'), state.refreshes]).toEqual(['second', 0])
})

test.for([
  [true, 1, 0],
  [false, 0, 1],
] as const)(
  '[W-226] with "Keep me signed in" %s the tokens lie in the matching storage',
  ([keep, kept, tab]) => {
    const { access, persistent, session } = arrange(refused)
    access.begin(tokens('first'), keep)
    expect([persistent.length, session.length]).toEqual([kept, tab])
  },
)

test('a renewal leaves the tokens in the storage where they were', async () => {
  const { access, state, persistent, session } = arrange(async () => tokens('second'))
  access.begin(tokens('first'), false)
  state.now = start + 1_000_000
  await access.token()
  expect([persistent.length, session.length]).toEqual([0, 1])
})
