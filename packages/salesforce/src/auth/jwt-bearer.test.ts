import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { onlyOrigins } from '@sluice/http/address-policy'
import { answerJson } from '../../../http/src/testing/scripted-server.ts'
import { startScriptedServer, type ScriptedServer } from '../testing/scripted-server.ts'
import { audiencesOf, isUsablePrivateKey, signInWithJwt } from './jwt-bearer.ts'

let server: ScriptedServer | undefined
afterEach(async () => server?.close())

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** Signs in at a server that answers so; the request as it received it. */
async function signInAt(status: number, answer: Record<string, unknown>) {
  server = await startScriptedServer((_, response) => answerJson(response, status, answer))
  const { origin } = server
  const site = { signInUrl: origin, addresses: onlyOrigins(origin) }
  const result = await signInWithJwt({ ...site, clientId: 'app', username: 'a@b.example', privateKey }).catch(
    (error: unknown) => error,
  )
  const forms = server.requests.map(({ body }) => new URLSearchParams(body))
  return { origin, result, forms }
}

const refused = { error: 'invalid_grant', error_description: 'invalid assertion' }

test('the assertion names app, user and server and is good for at most three minutes', async () => {
  const { origin, forms } = await signInAt(400, refused)
  const assertion = forms[0]?.get('assertion') ?? ''
  expect(forms[0]?.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  expect(decodeProtectedHeader(assertion)).toEqual({ alg: 'RS256' })
  const { exp = 0, ...claims } = decodeJwt(assertion)
  expect(claims).toEqual({ iss: 'app', sub: 'a@b.example', aud: origin })
  const secondsLeft = exp - Date.now() / 1000
  expect(secondsLeft).toBeGreaterThan(120)
  expect(secondsLeft).toBeLessThanOrEqual(180)
})

test('the error of a refusal does not repeat the assertion', async () => {
  server = await startScriptedServer((request, response) => {
    const assertion = new URLSearchParams(request.body).get('assertion')
    answerJson(response, 400, { error: 'invalid_grant', error_description: `not ${assertion}` })
  })
  const { origin } = server
  const site = { signInUrl: origin, addresses: onlyOrigins(origin) }
  const signIn = signInWithJwt({ ...site, clientId: 'app', username: 'a@b.example', privateKey })
  await expect(signIn).rejects.toThrow('not (secret)')
})

test('a busy service is asked again later', async () => {
  const { result } = await signInAt(400, { error: 'rate_limit_exceeded' })
  expect(result).toMatchObject({ code: 'requestLimitExceeded', retryable: true })
})

test('an address that may not be called gets no assertion', async () => {
  const site = { signInUrl: 'https://169.254.169.254', addresses: onlyOrigins('https://a.example') }
  const signIn = signInWithJwt({ ...site, clientId: 'app', username: 'a@b.example', privateKey })
  await expect(signIn).rejects.toMatchObject({ code: 'unsafeAddress' })
})

test.each([
  ['https://login.salesforce.com', ['https://login.salesforce.com']],
  ['https://test.salesforce.com', ['https://test.salesforce.com']],
  ['https://acme.my.salesforce.com', ['https://login.salesforce.com', 'https://acme.my.salesforce.com']],
  [
    'https://acme--dev.sandbox.my.salesforce.com',
    ['https://test.salesforce.com', 'https://acme--dev.sandbox.my.salesforce.com'],
  ],
  [
    'https://brave-fox.scratch.my.salesforce.com',
    ['https://test.salesforce.com', 'https://brave-fox.scratch.my.salesforce.com'],
  ],
])('at %s the audiences are %j', (signInUrl, audiences) => {
  expect(audiencesOf(signInUrl)).toEqual(audiences)
})

test('only an RSA key without a passphrase is usable', () => {
  const locked = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' },
  })
  expect(isUsablePrivateKey(privateKey)).toBe(true)
  expect(isUsablePrivateKey(locked.privateKey)).toBe(false)
  expect(isUsablePrivateKey(locked.publicKey)).toBe(false)
})
