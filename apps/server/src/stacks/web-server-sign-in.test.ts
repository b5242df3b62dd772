import { expect, test } from 'vitest'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'

const clientSecret = 'c0nsumer-secret'
const app = testApp({
  withPractice: true,
  settings: { SLUICE_CLIENT_ID: 'own-app', SLUICE_CLIENT_SECRET: clientSecret },
})
const redirectUri = 'http://localhost:1717/OauthRedirect'
const stranger = () => app.current.client()

const begin = (client = stranger()) =>
  client.stacks.startWebServerSignIn({ body: { signInUrl: app.practice.origin, redirectUri } })
const complete = (body: { state: string; code: string }, client = stranger()) =>
  client.stacks.completeWebServerSignIn({ body })

/** What a person does in the browser, which Salesforce then sends to the callback URL. */
async function decide(authorizationUrl: string, decision: 'approve' | 'deny' = 'approve') {
  const { searchParams } = new URL(authorizationUrl)
  const { orgId, userId } = await app.practice.someone()
  const body = new URLSearchParams([
    ...searchParams,
    ['org', orgId],
    ['user', userId],
    ['decision', decision],
  ])
  const address = `${app.practice.origin}/services/oauth2/authorize`
  const response = await fetch(address, { method: 'POST', body, redirect: 'manual' })
  const callback = new URL(response.headers.get('location') ?? '')
  expect(callback.origin + callback.pathname).toBe(redirectUri)
  const { code = '', state = '' } = Object.fromEntries(callback.searchParams)
  return { code, state }
}

test('the code that Salesforce gives to the callback URL completes the sign-in, and its token makes a stack', async () => {
  const user: SignedIn = await app.current.signIn()
  const { authorizationUrl, state } = await begin(user.client)
  const callback = await decide(authorizationUrl)
  expect(callback.state).toBe(state)
  const result = await complete(callback, user.client)
  expect(result).toMatchObject({
    status: 'Completed',
    orgType: 'Production',
    tokenResponse: { orgName: 'Northbeam Lighting' },
  })
  const sfdcEncryptedToken = result.tokenResponse?.encryptedToken ?? ''
  const made = await user.client.onboarding.start({ body: { companyName: 'Web', sfdcEncryptedToken } })
  expect(made.stack?.slug).toBe('web')
})

test('the verifier of PKCE stays with the server', async () => {
  const { authorizationUrl, state } = await begin()
  const { searchParams } = new URL(authorizationUrl)
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_id: 'own-app',
    redirect_uri: redirectUri,
    scope: 'api refresh_token',
    state,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
  expect(authorizationUrl).not.toContain(clientSecret)
})

test('a code of one sign-in does not complete another', async () => {
  const [one, other] = [await begin(), await begin()]
  const { code } = await decide(one.authorizationUrl)
  const problem = await problemOf(complete({ code, state: other.state }))
  expect(problem).toMatchObject({
    type: 'sfdcCredentialsInvalid',
    detail: expect.stringContaining('expired or was taken back'),
  })
})

test('a sign-in belongs to who began it, and is completed once', async () => {
  const user = await app.current.signIn()
  const other = await app.current.signIn()
  const callback = await decide((await begin(user.client)).authorizationUrl)
  expect(await problemOf(complete(callback, other.client))).toMatchObject({ type: 'sfdcCredentialsInvalid' })
  expect(await complete(callback, user.client)).toMatchObject({ status: 'Completed' })
  expect(await problemOf(complete(callback, user.client))).toMatchObject({ detail: null })
})

test('a changed state opens nothing', async () => {
  const callback = await decide((await begin()).authorizationUrl)
  const state = `${callback.state.slice(0, -2)}${callback.state.endsWith('AA') ? 'BB' : 'AA'}`
  expect(await problemOf(complete({ ...callback, state }))).toMatchObject({ detail: null })
})

test('an app that asks for its secret gets it with the code', async () => {
  await app.practice.registerApp('own-app', { clientSecret })
  const callback = await decide((await begin()).authorizationUrl)
  expect(await complete(callback)).toMatchObject({ status: 'Completed' })
})

test.each(['https://evil.example', 'http://127.0.0.1:1'])('%s is no sign-in address', async (signInUrl) => {
  const call = stranger().stacks.startWebServerSignIn({ body: { signInUrl, redirectUri } })
  expect((await problemOf(call)).type).toBe('validationFailed')
})

test('a callback that is not an address of the web is refused', async () => {
  const body = { signInUrl: app.practice.origin, redirectUri: 'javascript:alert(1)' }
  expect((await problemOf(stranger().stacks.startWebServerSignIn({ body }))).type).toBe('validationFailed')
})
