import { pollDeviceCode, startDeviceCode } from '@sluice/salesforce/auth/device-code'
import { refreshAccessToken } from '@sluice/salesforce/auth/refresh'
import { soapLogin } from '@sluice/salesforce/auth/soap-login'
import { openConnection } from '@sluice/salesforce/connection'
import { describeMetadata } from '@sluice/salesforce/metadata/describe'
import { listMetadata } from '@sluice/salesforce/metadata/list'
import { fetchOrgInfo, fetchUserInfo } from '@sluice/salesforce/org-info'
import { query, queryAll } from '@sluice/salesforce/tooling/query'
import { latestRevision, listSourceMembers } from '@sluice/salesforce/tooling/source-members'
import { fetchUsers } from '@sluice/salesforce/tooling/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manifest } from '../../src/testing/client.ts'
import { classFiles } from './archives.ts'
import { mara, OwnClient, tomas } from './own-client.ts'

let own: OwnClient
beforeAll(async () => {
  own = await OwnClient.start()
})
afterAll(() => own.stop())

const pollOf = async (deviceCode: string): Promise<string> =>
  (await pollDeviceCode({ ...own.site, deviceCode })).status
const approve = (userCode: string, more: object = {}): Promise<unknown> =>
  own.call('POST', '/admin/approve-device', { userCode, ...more })

test('the device flow gives each of its answers', async () => {
  const begun = await startDeviceCode(own.site)
  expect(await pollOf(begun.deviceCode)).toBe('Pending')
  expect(await pollOf(begun.deviceCode)).toBe('SlowDown')
  await approve(begun.userCode)
  expect(await pollOf(begun.deviceCode)).toBe('Completed')
  expect(await pollOf(begun.deviceCode)).toBe('Expired')
  const denied = await startDeviceCode(own.site)
  await approve(denied.userCode, { deny: true })
  expect(await pollOf(denied.deviceCode)).toBe('Denied')
  const late = await startDeviceCode(own.site)
  await own.call('PATCH', '/admin/settings', { expireDeviceCodes: true })
  expect(await pollOf(late.deviceCode)).toBe('Expired')
})

test('a refresh token is used with and without rotation', async () => {
  const refreshToken = (await own.signIn()).refreshToken ?? ''
  const refresh = async (): Promise<string | null> =>
    (await refreshAccessToken({ ...own.site, refreshToken })).refreshToken
  expect(await refresh()).toBeNull()
  await own.call('PATCH', '/admin/settings', { rotatesRefreshTokens: true })
  expect(await refresh()).toMatch(/^5Aep861/)
  await own.call('PATCH', '/admin/settings', { rotatesRefreshTokens: false })
  await expect(refresh()).rejects.toMatchObject({ code: 'invalidGrant' })
})

test('a sign-in with a password is taken, and refused by the name of its reason', async () => {
  const login = (password = 'practice1'): ReturnType<typeof soapLogin> =>
    soapLogin({ ...own.site, username: tomas, password })
  const { sessionId, instanceUrl, orgId } = await login()
  expect(orgId).toBe(own.orgId)
  const { addresses } = own.site
  const connection = openConnection({ instanceUrl, accessToken: sessionId, addresses })
  expect((await fetchUserInfo(connection)).username).toBe(tomas)
  await expect(login('wrong')).rejects.toMatchObject({ code: 'invalidCredentials' })
  await own.admin('PATCH', `/users/${tomas}`, { passwordExpired: true })
  await expect(login()).rejects.toMatchObject({ code: 'passwordExpired' })
  await own.admin('PATCH', `/users/${tomas}`, { passwordExpired: false })
  await own.admin('PATCH', '', { soapLogin: false })
  await expect(login()).rejects.toMatchObject({ code: 'loginDisabled' })
  await own.admin('PATCH', '', { soapLogin: true })
})

test('versions, the org and the user are read', async () => {
  const info = await fetchOrgInfo(own.connection)
  expect(info).toMatchObject({ orgId: own.orgId, isSandbox: false })
  expect(info.supportedApiVersions.at(-1)).toBe('68.0')
  expect((await fetchUserInfo(own.connection)).username).toBe(mara)
})

test('queries come page by page and at both doors', async () => {
  const fields = Array.from(
    { length: 2_100 },
    (_, index) =>
      `<fields><fullName>F${index}__c</fullName><label>F</label><length>9</length><type>Text</type></fields>`,
  )
  await own.deployed({
    'package.xml': manifest({ CustomObject: ['Wide__c'] }),
    'objects/Wide__c.object': `<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">${fields.join('')}<label>Wide</label></CustomObject>`,
  })
  const names = new Set<unknown>()
  const soql = "SELECT FullName FROM CustomField WHERE FullName LIKE 'Wide__c.%'"
  for await (const row of query(own.connection, soql, { tooling: true })) names.add(row.FullName)
  expect(names.size).toBe(2_100)
  const classes = await queryAll(own.connection, "SELECT Id, Name FROM ApexClass WHERE Name = 'base'", {
    tooling: true,
  })
  expect(classes).toMatchObject([{ Name: 'Base' }])
  const { userId } = await fetchUserInfo(own.connection)
  expect(await fetchUsers(own.connection, [userId])).toMatchObject([{ username: mara }])
})

test.each([
  ['SELECT Nope FROM Account', 'INVALID_FIELD'],
  ['SELECT Id FROM Nope', 'INVALID_TYPE'],
  ['SELECT Id FROM', 'MALFORMED_QUERY'],
])('the query %s is refused with %s', async (soql, salesforceCode) => {
  await expect(queryAll(own.connection, soql)).rejects.toMatchObject({ salesforceCode })
})

test('types are described and components listed, three types a call', async () => {
  const described = await describeMetadata(own.connection)
  expect(described.metadataObjects.length).toBeGreaterThan(200)
  expect(described).toMatchObject({ partialSaveAllowed: false, testRequired: true })
  const listed = await listMetadata(own.connection, [{ type: 'ApexClass' }, { type: 'Bot' }])
  expect(listed).toContainEqual(expect.objectContaining({ fullName: 'Base', fileName: 'classes/Base.cls' }))
  const four = Array.from({ length: 4 }, () => ({ type: 'Flow' }))
  await expect(listMetadata(own.connection, four)).rejects.toMatchObject({ code: 'limitExceeded' })
  await expect(listMetadata(own.connection, [{ type: 'Nope' }])).rejects.toMatchObject({
    salesforceCode: 'INVALID_TYPE',
  })
})

test('nothing is tracked in production; in a sandbox every change is', async () => {
  expect(await latestRevision(own.connection)).toBeNull()
  await own.admin('PATCH', '', { isSandbox: true, tracksSource: true })
  const sinceRevision = (await latestRevision(own.connection)) ?? 0
  await own.deployed(classFiles('Tracked', 'public class Tracked {}'))
  const members = await listSourceMembers(own.connection, { sinceRevision })
  await own.admin('PATCH', '', { isSandbox: false, tracksSource: false })
  expect(members).toMatchObject([{ memberType: 'ApexClass', memberName: 'Tracked', isDeleted: false }])
})
