import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { pollDeviceCode, startDeviceCode } from '../src/auth/device-code.ts'
import { refreshAccessToken } from '../src/auth/refresh.ts'
import { explainSignInRefusal } from '../src/auth/sign-in-refusal.ts'
import { SalesforceError } from '../src/errors.ts'
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

/** The name of the refusal that a call ends with. */
const refusalOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((reason: unknown) => reason)
  return error instanceof SalesforceError ? explainSignInRefusal(error)?.name : error
}

/** The org registers an app of a test's own. */
async function register(clientId: string, app: Record<string, unknown> = {}): Promise<string> {
  await practice.admin('POST', '/orgs/Northbeam Lighting/connected-apps', { clientId, ...app })
  return clientId
}

test('an org that blocks the device flow refuses apps that it has not registered', async () => {
  await practice.admin('PATCH', '/settings', { blocksDeviceFlow: true })
  onTestFinished(async () => void (await practice.admin('PATCH', '/settings', { blocksDeviceFlow: false })))
  const start = (clientId: string) => startDeviceCode({ ...practice.site, clientId })
  expect(await refusalOf(start('PlatformCLI'))).toBe('deviceFlowBlocked')
  expect((await start(await register('own-app'))).userCode).toMatch(/^\w{8}$/)
})

test.each([
  ['ipRestricted', 'addressNotAllowed'],
  ['appNotApproved', 'appNotApproved'],
  ['inactiveOrg', 'orgInactive'],
])('the fault %s ends sign-in and refresh as %s', async (fault, name) => {
  const { deviceCode } = await startDeviceCode(practice.site)
  await practice.fault(fault, 'token', { times: 2 })
  expect(await refusalOf(pollDeviceCode({ ...practice.site, deviceCode }))).toBe(name)
  expect(await refusalOf(refreshAccessToken({ ...practice.site, refreshToken: '5Aep861' }))).toBe(name)
})

/** A sign-in with an app, and what its token is renewed with. */
const newToken = async (clientId = practice.site.clientId) => {
  const site = { ...practice.site, clientId }
  const { deviceCode, userCode } = await startDeviceCode(site)
  await practice.admin('POST', '/approve-device', { userCode, user: mara })
  const poll = await pollDeviceCode({ ...site, deviceCode })
  if (poll.status !== 'Completed') throw new Error(poll.status)
  return { ...site, refreshToken: poll.token.refreshToken ?? '' }
}

describe('a refresh', () => {
  test('of an app that needs its secret is refused without it, and without its text in the error', async () => {
    const given = await newToken(await register('with-secret', { clientSecret: 'c0nsumer-secret' }))
    expect(await refusalOf(refreshAccessToken(given))).toBe('wrongClientSecret')
    const wrong = refreshAccessToken({ ...given, clientSecret: 'another' })
    expect(await refusalOf(wrong)).toBe('wrongClientSecret')
    const renewed = await refreshAccessToken({ ...given, clientSecret: 'c0nsumer-secret' })
    expect(renewed.accessToken).toMatch(/^00D/)
  })

  test('of an app that does not need its secret for it goes without', async () => {
    const app = { clientSecret: 'c0nsumer-secret', needsSecretForRefresh: false }
    const given = await newToken(await register('lenient', app))
    expect((await refreshAccessToken(given)).accessToken).toMatch(/^00D/)
  })

  test('waits for a token endpoint that takes longer than a sign-in may', async () => {
    const given = await newToken()
    await practice.fault('delay', 'token', { delayMs: 10_500 })
    expect((await refreshAccessToken(given)).accessToken).toMatch(/^00D/)
  })

  test('whose answer is lost is repeated where the refresh token stays', async () => {
    const given = await newToken()
    await practice.fault('lostReply', 'token')
    expect((await refreshAccessToken({ ...given, keepsRefreshToken: true })).accessToken).toMatch(/^00D/)
  })

  test('that takes too long is repeated where the refresh token stays', async () => {
    const given = await newToken()
    await practice.fault('delay', 'token', { delayMs: 3_000 })
    const times = { total: 20_000, attempt: 500 }
    const renewed = await refreshAccessToken({ ...given, keepsRefreshToken: true, times })
    expect(renewed.accessToken).toMatch(/^00D/)
  })

  test('whose answer is lost is not repeated where the refresh token may have been replaced', async () => {
    const given = await newToken()
    await practice.fault('lostReply', 'token', { times: 2 })
    await expect(refreshAccessToken(given)).rejects.toMatchObject({ code: 'lostReply' })
    await expect(refreshAccessToken(given)).rejects.toMatchObject({ code: 'lostReply' })
  })

  test('is repeated while the service is away, and ends in time', async () => {
    const given = await newToken()
    await practice.fault('serverUnavailable', 'token', { times: 1 })
    expect((await refreshAccessToken(given)).accessToken).toMatch(/^00D/)
    await practice.fault('serverUnavailable', 'token', { times: 5 })
    const begun = performance.now()
    const refresh = refreshAccessToken({ ...given, times: { total: 1_200, attempt: 1_000 } })
    await expect(refresh).rejects.toMatchObject({ code: 'internal' })
    expect(performance.now() - begun).toBeLessThan(10_000)
    await practice.admin('DELETE', '/faults')
  })
})
