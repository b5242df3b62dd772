import { afterAll, beforeAll, expect, test } from 'vitest'
import { pollDeviceCode, startDeviceCode } from '../src/auth/device-code.ts'
import { refreshAccessToken } from '../src/auth/refresh.ts'
import { fetchOrgInfo, fetchUserInfo } from '../src/org-info.ts'
import { queryAll } from '../src/tooling/query.ts'
import { mara, startPractice, tomas, type Practice } from './testing/practice.ts'

let practice: Practice
beforeAll(async () => {
  practice = await startPractice()
})
afterAll(async () => practice.close())

test('a device code is pending, then slowed down when polled too fast, then completed once', async () => {
  const started = await startDeviceCode(practice.site)
  const poll = async () => pollDeviceCode({ ...practice.site, deviceCode: started.deviceCode })
  expect(started.userCode).toMatch(/^\w{8}$/)
  expect(started.verificationUrl).toBe(`${practice.origin}/setup/connect`)
  expect((await poll()).status).toBe('Pending')
  expect((await poll()).status).toBe('SlowDown')
  await practice.admin('POST', '/approve-device', { userCode: started.userCode, user: tomas })
  expect(await poll()).toMatchObject({ status: 'Completed', token: { instanceUrl: practice.origin } })
  expect((await poll()).status).toBe('Expired')
})

test('a refused device code is denied', async () => {
  const started = await startDeviceCode(practice.site)
  await practice.admin('POST', '/approve-device', { userCode: started.userCode, user: mara, deny: true })
  expect((await pollDeviceCode({ ...practice.site, deviceCode: started.deviceCode })).status).toBe('Denied')
})

test('the token belongs to the person who approved', async () => {
  const connection = await practice.connect({ username: tomas })
  expect(await fetchUserInfo(connection)).toMatchObject({
    username: tomas,
    displayName: 'Tomas Okafor',
    email: tomas,
  })
})

test('the org describes itself', async () => {
  const info = await fetchOrgInfo(await practice.connect())
  expect(info).toMatchObject({ name: 'Northbeam Lighting', isSandbox: false, platformVersion: '68.0' })
  expect(info.orgId).toMatch(/^00D\w{15}$/)
  expect(info.supportedApiVersions.length).toBeGreaterThan(10)
})

test('an ended session is refreshed over REST, and the call succeeds', async () => {
  const connection = await practice.connect()
  await practice.admin('DELETE', '/sessions')
  expect(await queryAll(connection, 'SELECT Id FROM Organization')).toHaveLength(1)
})

test('without a refresh an ended session is an error of its own', async () => {
  const connection = await practice.connect({ canRefresh: false })
  await practice.admin('DELETE', '/sessions')
  const call = queryAll(connection, 'SELECT Id FROM Organization')
  await expect(call).rejects.toMatchObject({ code: 'invalidSession', retryable: false })
  await expect(fetchUserInfo(connection)).rejects.toMatchObject({ code: 'invalidSession' })
})

test('a refresh token that is dead is an invalid grant', async () => {
  const refresh = refreshAccessToken({ ...practice.site, refreshToken: '5Aep861-dead' })
  await expect(refresh).rejects.toMatchObject({ code: 'invalidGrant', retryable: false })
})

test('a failing refresh ends the call that needed it', async () => {
  const connection = await practice.connect()
  await practice.admin('DELETE', '/sessions')
  await practice.fault('invalidGrant', 'token')
  const call = queryAll(connection, 'SELECT Id FROM Organization')
  await expect(call).rejects.toMatchObject({ code: 'invalidGrant' })
})
