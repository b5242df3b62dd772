import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestOrg } from '../testing/client.ts'
import { childOf, textOf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { parseXml } from '../xml/parse.ts'

let org: TestOrg
beforeEach(async () => {
  org = await TestOrg.start()
})
afterEach(() => org.stop())

const mara = 'mara.lindqvist@northbeam.example'

async function login(username: string, password: string, version = '64.0'): Promise<XmlElement> {
  const response = await fetch(`${org.origin}/services/Soap/u/${version}`, {
    method: 'POST',
    body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><login xmlns="urn:partner.soap.sforce.com"><username>${username}</username><password>${password}</password></login></e:Body></e:Envelope>`,
  })
  const inner = childOf(parseXml(await response.text()), 'Body')?.children[0]
  if (!inner) throw new Error('no answer')
  return childOf(inner, 'result') ?? inner
}

async function token(form: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await fetch(`${org.origin}/services/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  return JSON.parse(await response.text())
}

test('SOAP login gives a session that works, whatever follows the password as a security token', async () => {
  const result = await login(mara, 'practice1TOKEN')
  expect(textOf(result, 'serverUrl')).toBe(`${org.origin}/services/Soap/u/64.0/${org.orgId.slice(0, 15)}`)
  const headers = { authorization: `Bearer ${textOf(result, 'sessionId') ?? ''}` }
  expect((await org.rest('/query?q=SELECT+Id+FROM+Organization', { headers })).status).toBe(200)
})

test('a wrong password, a version above 64 and a switched-off login are refused', async () => {
  expect(textOf(await login(mara, 'wrong'), 'faultcode')).toBe('INVALID_LOGIN')
  expect(textOf(await login(mara, 'practice1', '65.0'), 'faultcode')).toBe('UNSUPPORTED_API_VERSION')
  await org.admin('PATCH', `/admin/orgs/${org.orgId}`, { soapLogin: false })
  expect(textOf(await login(mara, 'practice1'), 'faultstring')).toContain(
    'SOAP API login() is disabled by default in this org',
  )
  await org.admin('PATCH', `/admin/orgs/${org.orgId}`, { soapLogin: true })
})

test('an expired password is no fault, but its session may do nothing', async () => {
  await org.admin('PATCH', `/admin/orgs/${org.orgId}/users/${mara}`, { passwordExpired: true })
  const result = await login(mara, 'practice1')
  expect(textOf(result, 'passwordExpired')).toBe('true')
  const headers = { authorization: `Bearer ${textOf(result, 'sessionId') ?? ''}` }
  expect((await org.rest('/limits', { headers })).status).toBe(401)
})

test('the authorization code is bound to its PKCE verifier', async () => {
  const verifier = 'a-verifier-of-enough-length-to-be-taken-seriously'
  const user = JSON.parse(JSON.stringify(await org.admin('GET', `/admin/orgs/${org.orgId}`))).users[1].id
  const code = async (): Promise<string> => {
    const form = {
      response_type: 'code',
      client_id: 'App',
      redirect_uri: 'http://localhost/cb',
      state: 's',
      org: org.orgId,
      user,
      decision: 'approve',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    }
    const response = await fetch(`${org.origin}/services/oauth2/authorize`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form),
    })
    return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
  }
  const exchange = { grant_type: 'authorization_code', client_id: 'App', redirect_uri: 'http://localhost/cb' }
  expect(await token({ ...exchange, code: await code(), code_verifier: 'another' })).toMatchObject({
    error: 'invalid_grant',
  })
  expect(String((await token({ ...exchange, code: await code(), code_verifier: verifier })).id)).toContain(
    user,
  )
})

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })

function jwt(claims: Record<string, unknown> = {}, key = keys.privateKey): string {
  const standard = { iss: 'Robot', sub: mara, aud: org.origin, exp: Date.now() / 1000 + 60 }
  const signed = ['{"alg":"RS256"}', JSON.stringify({ ...standard, ...claims })]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`
}

async function bearer(assertion: string): Promise<Record<string, unknown>> {
  return token({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
}

async function registerApp(): Promise<void> {
  const certificate = keys.publicKey.export({ type: 'spki', format: 'pem' })
  await org.admin('POST', `/admin/orgs/${org.orgId}/connected-apps`, { clientId: 'Robot', certificate })
}

test('a JWT opens the org in which its app is registered with the key that signed it', async () => {
  expect(await bearer(jwt())).toMatchObject({ error: 'invalid_client_id' })
  await registerApp()
  const granted = await bearer(jwt())
  expect(granted).toHaveProperty('access_token')
  expect(granted).not.toHaveProperty('refresh_token')
})

test('a JWT with another key, an old date, another audience or an unknown user is refused', async () => {
  await registerApp()
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  expect(await bearer(jwt({}, other))).toMatchObject({ error_description: 'invalid assertion' })
  expect(await bearer(jwt({ exp: 1 }))).toMatchObject({ error_description: 'expired authorization code' })
  expect(await bearer(jwt({ aud: 'https://example.com' }))).toMatchObject({
    error_description: 'audience is invalid',
  })
  expect(await bearer(jwt({ sub: 'nobody@northbeam.example' }))).toMatchObject({ error: 'invalid_grant' })
})

test('single access gives an address that opens the org, and only to a session', async () => {
  const ask = (accessToken: string): Promise<Response> =>
    fetch(`${org.origin}/services/oauth2/singleaccess`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
  const { frontdoor_uri } = JSON.parse(await (await ask(org.token)).text())
  const opened = await fetch(frontdoor_uri)
  expect(opened.url).toContain(`/setup?org=${org.orgId.slice(0, 15)}`)
  expect((await ask('nobody')).status).toBe(403)
})
