import { generateKeyPairSync } from 'node:crypto'
import { signInWithJwt } from '@sluice/salesforce/auth/jwt-bearer'
import type { JwtSignIn } from '@sluice/salesforce/auth/jwt-bearer'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { openConnection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { fetchUserInfo } from '@sluice/salesforce/org-info'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { mara, OwnClient, tomas } from './own-client.ts'

type Encoding = 'spki pkcs8' | 'pkcs1 pkcs1'

/** An RSA key pair as PEM, the public half in place of a certificate. */
function keyPair(modulusLength = 2048, encoding: Encoding = 'spki pkcs8') {
  const format = 'pem' as const
  const { publicKey, privateKey: key } =
    encoding === 'spki pkcs8'
      ? generateKeyPairSync('rsa', {
          modulusLength,
          publicKeyEncoding: { type: 'spki', format },
          privateKeyEncoding: { type: 'pkcs8', format },
        })
      : generateKeyPairSync('rsa', {
          modulusLength,
          publicKeyEncoding: { type: 'pkcs1', format },
          privateKeyEncoding: { type: 'pkcs1', format },
        })
  return { certificate: publicKey, privateKey: key }
}
const { certificate, privateKey } = keyPair()

let own: OwnClient
beforeAll(async () => {
  own = await OwnClient.start()
  await own.admin('POST', '/connected-apps', { clientId: 'robot', certificate, permittedUsers: [tomas] })
  await own.admin('POST', '/connected-apps', { clientId: 'without-certificate' })
})
afterAll(() => own.stop())

const signIn = (more: Partial<JwtSignIn> = {}) =>
  signInWithJwt({ ...own.site, clientId: 'robot', privateKey, username: tomas, ...more })

const refusalOf = async (more: Partial<JwtSignIn>): Promise<unknown> => {
  const error: unknown = await signIn(more).then(
    () => 'signed in',
    (reason: unknown) => reason,
  )
  return error instanceof SalesforceError ? explainSignInRefusal(error)?.name : error
}

test('an assertion signed with the key of the app signs its user in, without a refresh token', async () => {
  const { accessToken, instanceUrl, refreshToken } = await signIn()
  expect(refreshToken).toBeNull()
  const connection = openConnection({ instanceUrl, accessToken, addresses: own.site.addresses })
  expect(await fetchUserInfo(connection)).toMatchObject({ username: tomas })
})

test('a key in the older PEM format signs as well', async () => {
  const older = keyPair(3072, 'pkcs1 pkcs1')
  await own.admin('POST', '/connected-apps', { clientId: 'older', certificate: older.certificate })
  const { accessToken } = await signIn({ clientId: 'older', privateKey: older.privateKey })
  expect(accessToken).toMatch(/^00D/)
})

test.each([
  ['an app that no org knows', { clientId: 'nobody' }, 'unknownClient'],
  ['an app without certificate', { clientId: 'without-certificate' }, 'assertionNotTrusted'],
  ['another key', { privateKey: keyPair().privateKey }, 'assertionNotTrusted'],
  ['another audience', { audiences: ['https://example.com'] }, 'wrongAudience'],
  ['a user that the app does not permit', { username: mara }, 'appNotApproved'],
  ['a user that does not exist', { username: 'nobody@example.com' }, 'appNotApproved'],
])('%s is refused by name', async (_, more, name) => {
  expect(await refusalOf(more)).toBe(name)
})

test.each([
  ['ipRestricted', 'addressNotAllowed'],
  ['appNotApproved', 'appNotApproved'],
  ['inactiveOrg', 'orgInactive'],
  ['invalidGrant', 'assertionExpired'],
])('the fault %s ends the sign-in as %s', async (fault, name) => {
  await own.fault(fault, 'token')
  expect(await refusalOf({})).toBe(name)
})

test('a deactivated user is refused by name', async () => {
  await own.admin('PATCH', `/users/${tomas}`, { isActive: false })
  onTestFinished(async () => void (await own.admin('PATCH', `/users/${tomas}`, { isActive: true })))
  expect(await refusalOf({})).toBe('userInactive')
})

test('the next audience is tried where Salesforce refuses the first, and no other refusal is asked twice', async () => {
  const audiences = ['https://example.com', own.site.signInUrl]
  expect(await refusalOf({ audiences })).toBe('signed in')
  await own.fault('ipRestricted', 'token')
  expect(await refusalOf({})).toBe('addressNotAllowed')
})

test('an org that takes only the general audiences refuses its own address as one', async () => {
  await own.admin('PATCH', '', { facts: { takesAddressAsAudience: false } })
  onTestFinished(async () => void (await own.admin('PATCH', '', { facts: { takesAddressAsAudience: true } })))
  expect(await refusalOf({})).toBe('wrongAudience')
  expect(await refusalOf({ audiences: ['https://login.salesforce.com'] })).toBe('signed in')
})

test('what cannot sign is refused before anything is sent, and not repeated in the error', async () => {
  const curve = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  for (const key of ['no key', keyPair(1024).privateKey, curve.privateKey]) {
    const error: unknown = await signIn({ privateKey: key }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'invalidCredentials' })
    expect(String(error)).not.toContain(key)
  }
})
