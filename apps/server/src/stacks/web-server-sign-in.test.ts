import { problems } from '@sluice/contract/problems'
import { describe, expect, test } from 'vitest'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { newId } from '../platform/ids.ts'
import { openOfStack } from './stack-secrets.ts'
import { findStack } from './stack-store.ts'

const clientSecret = 'c0nsumer-secret'
const app = testApp({
  withPractice: true,
  settings: { SLUICE_CLIENT_ID: 'own-app', SLUICE_CLIENT_SECRET: clientSecret },
})
const redirectUri = 'http://localhost:1717/OauthRedirect'
const stranger = () => app.current.client()

const begin = (client = stranger(), own: { clientId?: string } = {}) =>
  client.stacks.startWebServerSignIn({ body: { signInUrl: app.practice.origin, redirectUri, ...own } })
const complete = (body: { state: string; code: string; clientSecret?: string }, client = stranger()) =>
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
  expect(made.workspace?.slug).toBe('web')
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

describe('an app that the caller brings', () => {
  test('signs in with its secret, and the new stack takes both over', async () => {
    await app.practice.registerApp('team-app', { clientSecret: 't3am-secret' })
    const user = await app.current.signIn()
    const { authorizationUrl, state } = await begin(user.client, { clientId: 'team-app' })
    expect(new URL(authorizationUrl).searchParams.get('client_id')).toBe('team-app')
    expect(authorizationUrl + state).not.toContain('t3am-secret')
    const callback = await decide(authorizationUrl)
    const result = await complete({ ...callback, clientSecret: 't3am-secret' }, user.client)
    const sfdcEncryptedToken = result.tokenResponse?.encryptedToken ?? ''
    expect(sfdcEncryptedToken).not.toContain('t3am-secret')
    const row = await stackMadeOf(user, sfdcEncryptedToken)
    const sealed = row?.sfdcClientSecretSealed ?? null
    const secret =
      row && openOfStack(app.current.ctx.secrets, row, { column: 'sfdc_client_secret_sealed', sealed })
    expect([row?.sfdcClientId, secret]).toEqual(['team-app', 't3am-secret'])
  })

  test('does not get the secret of the server', async () => {
    await app.practice.registerApp('other-team-app', { clientSecret })
    const { authorizationUrl } = await begin(stranger(), { clientId: 'other-team-app' })
    const callback = await decide(authorizationUrl)
    expect((await problemOf(complete(callback))).detail).toContain('consumer secret')
  })

  test('is not stored when it is the app of the server', async () => {
    const user = await app.current.signIn()
    const callback = await decide((await begin(user.client, { clientId: 'own-app' })).authorizationUrl)
    const { tokenResponse } = await complete({ ...callback, clientSecret: 'of nobody' }, user.client)
    const row = await stackMadeOf(user, tokenResponse?.encryptedToken ?? '')
    expect([row?.sfdcClientId, row?.sfdcClientSecretSealed]).toEqual([null, null])
  })
})

async function stackMadeOf(user: SignedIn, sfdcEncryptedToken: string) {
  const contact = { companyName: 'Acme', firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+1 555 01' }
  const workspace = await user.client.workspaces.create({ body: { name: newId(), ...contact } })
  const body = { name: 'Main', gitRepositoryIsManaged: true, sfdcEncryptedToken }
  const made = await user.client.stacks.create({ params: { workspaceId: workspace.id }, body })
  return app.current.ctx.database.asSystem((tx) => findStack(tx, workspace.id, made.id))
}

test.each([
  ['access_denied', 'end-user denied authorization', 'press Allow there'],
  ['OAUTH_APPROVAL_ERROR_GENERIC', '', 'not installed in this org'],
  ['OAUTH_APP_BLOCKED', 'this app is blocked by admin', 'press Unblock'],
  ['invalid_request', 'ip restricted', 'trusted ranges'],
])('%s at the callback URL is explained, once', async (error, errorDescription, advice) => {
  const { state } = await begin()
  const refused = () =>
    stranger().stacks.completeWebServerSignIn({ body: { state, error, errorDescription } })
  expect(await problemOf(refused())).toMatchObject({
    type: 'sfdcCredentialsInvalid',
    title: problems.sfdcCredentialsInvalid.title,
    detail: expect.stringContaining(advice),
  })
  expect((await problemOf(refused())).detail).toBeNull()
})

test('an end without a code and without an error is refused', async () => {
  const { state } = await begin()
  const problem = await problemOf(stranger().stacks.completeWebServerSignIn({ body: { state } }))
  expect(problem.validationErrors).toMatchObject([{ description: 'Either code or error is required' }])
})

test('a person who denies at Salesforce comes back without a code', async () => {
  expect(await decide((await begin()).authorizationUrl, 'deny')).toMatchObject({ code: '' })
})

test.each(['https://evil.example', 'http://127.0.0.1:1'])('%s is no sign-in address', async (signInUrl) => {
  const call = stranger().stacks.startWebServerSignIn({ body: { signInUrl, redirectUri } })
  expect((await problemOf(call)).type).toBe('validationFailed')
})

test('a callback that is not an address of the web is refused', async () => {
  const body = { signInUrl: app.practice.origin, redirectUri: 'javascript:alert(1)' }
  expect((await problemOf(stranger().stacks.startWebServerSignIn({ body }))).type).toBe('validationFailed')
})
