import { afterAll, beforeAll, expect, test } from 'vitest'
import { soapLogin } from '../src/auth/soap-login.ts'
import { openConnection } from '../src/connection.ts'
import { onlyOrigins } from '@sluice/http/address-policy'
import { fetchUserInfo } from '../src/org-info.ts'
import { startPractice, tomas, type Practice } from './testing/practice.ts'

const password = 'practice1'
let practice: Practice
let orgId: string
beforeAll(async () => {
  practice = await startPractice()
  const session = await soapLogin({ ...practice.site, username: tomas, password })
  orgId = session.orgId
})
afterAll(async () => practice.close())

test('a password sign-in gives a session that the other calls accept', async () => {
  const session = await soapLogin({ ...practice.site, username: tomas, password })
  const connection = openConnection({
    instanceUrl: session.instanceUrl,
    accessToken: session.sessionId,
    addresses: onlyOrigins(practice.origin),
  })
  expect(session).toMatchObject({ instanceUrl: practice.origin, isSandbox: false })
  expect(await fetchUserInfo(connection)).toMatchObject({ username: tomas, userId: session.userId })
})

test('a wrong password and an unknown user are invalid credentials', async () => {
  const wrong = soapLogin({ ...practice.site, username: tomas, password: 'wrong' })
  await expect(wrong).rejects.toMatchObject({ code: 'invalidCredentials', salesforceCode: 'INVALID_LOGIN' })
  const unknown = soapLogin({ ...practice.site, username: 'nobody@northbeam.example', password })
  await expect(unknown).rejects.toMatchObject({ code: 'invalidCredentials' })
})

test('an expired password is told apart from a wrong one', async () => {
  await practice.admin('PATCH', `/orgs/${orgId}/users/${tomas}`, { passwordExpired: true })
  const login = soapLogin({ ...practice.site, username: tomas, password })
  await expect(login).rejects.toMatchObject({ code: 'passwordExpired' })
  await practice.admin('PATCH', `/orgs/${orgId}/users/${tomas}`, { passwordExpired: false })
})

test('an org without SOAP login says so', async () => {
  await practice.admin('PATCH', `/orgs/${orgId}`, { soapLogin: false })
  const login = soapLogin({ ...practice.site, username: tomas, password })
  await expect(login).rejects.toMatchObject({ code: 'loginDisabled' })
  await practice.admin('PATCH', `/orgs/${orgId}`, { soapLogin: true })
})
