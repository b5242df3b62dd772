// Every call of our client, by the sections of the protocol that they belong to.
import assert from 'node:assert/strict'
import { pollDeviceCode, startDeviceCode } from '@sluice/salesforce/auth/device-code'
import { refreshAccessToken } from '@sluice/salesforce/auth/refresh'
import { soapLogin } from '@sluice/salesforce/auth/soap-login'
import { openConnection } from '@sluice/salesforce/connection'
import { cancelDeploy, checkDeploy } from '@sluice/salesforce/metadata/deploy'
import { describeMetadata } from '@sluice/salesforce/metadata/describe'
import { listMetadata } from '@sluice/salesforce/metadata/list'
import { fetchOrgInfo, fetchUserInfo } from '@sluice/salesforce/org-info'
import { listDeployRequests } from '@sluice/salesforce/tooling/deploy-requests'
import { query, queryAll } from '@sluice/salesforce/tooling/query'
import { latestRevision, listSourceMembers } from '@sluice/salesforce/tooling/source-members'
import { fetchUsers } from '@sluice/salesforce/tooling/users'
import { classFiles, deletionFiles, manifest, people } from './connection.mjs'

const fails = (promise, expected) => assert.rejects(promise, expected)

/** 5.2: the device flow with each of its answers, refresh with and without rotation. */
async function oauth(own) {
  const { site, setting } = own
  const begun = await startDeviceCode(site)
  const poll = async (deviceCode = begun.deviceCode) => (await pollDeviceCode({ ...site, deviceCode })).status
  assert.equal(await poll(), 'Pending')
  assert.equal(await poll(), 'SlowDown')
  await setting.admin('POST', '/admin/approve-device', { userCode: begun.userCode, org: own.orgId })
  assert.equal(await poll(), 'Completed')
  assert.equal(await poll(), 'Expired')
  const second = await startDeviceCode(site)
  await setting.admin('POST', '/admin/approve-device', { userCode: second.userCode, deny: true })
  assert.equal(await poll(second.deviceCode), 'Denied')
  const third = await startDeviceCode(site)
  await setting.admin('PATCH', '/admin/settings', { expireDeviceCodes: true })
  assert.equal(await poll(third.deviceCode), 'Expired')
  const { refreshToken } = await own.signIn()
  assert.equal((await refreshAccessToken({ ...site, refreshToken })).refreshToken, null)
  await setting.admin('PATCH', '/admin/settings', { rotatesRefreshTokens: true })
  assert.match((await refreshAccessToken({ ...site, refreshToken })).refreshToken, /^5Aep861/)
  await setting.admin('PATCH', '/admin/settings', { rotatesRefreshTokens: false })
  await fails(refreshAccessToken({ ...site, refreshToken }), { code: 'invalidGrant' })
}

/** 5.3: sign-in with a password, good, wrong, expired, switched off. */
async function soap(own) {
  const login = (password = 'practice1') => soapLogin({ ...own.site, username: people.tomas, password })
  const { sessionId, instanceUrl, orgId } = await login()
  assert.equal(orgId, own.orgId)
  const connection = openConnection({
    instanceUrl,
    accessToken: sessionId,
    addresses: own.site.addresses,
  })
  assert.equal((await fetchUserInfo(connection)).username, people.tomas)
  await fails(login('wrong'), { code: 'invalidCredentials' })
  await own.admin('PATCH', `/users/${people.tomas}`, { passwordExpired: true })
  await fails(login(), { code: 'passwordExpired' })
  await own.admin('PATCH', `/users/${people.tomas}`, { passwordExpired: false })
  await own.admin('PATCH', '', { soapLogin: false })
  await fails(login(), { code: 'loginDisabled' })
  await own.admin('PATCH', '', { soapLogin: true })
}

/** 5.4: versions, the org, the user. */
async function rest(own) {
  const info = await fetchOrgInfo(own.connection)
  assert.equal(info.orgId, own.orgId)
  assert.equal(info.isSandbox, false)
  assert.equal(info.supportedApiVersions.at(-1), '68.0')
  assert.equal((await fetchUserInfo(own.connection)).username, people.mara)
}

/** 5.5: pages, both doors, errors by name. */
async function queries(own) {
  const { connection } = own
  const fields = Array.from(
    { length: 2_100 },
    (_, index) =>
      `<fields><fullName>F${index}__c</fullName><label>F</label><length>9</length><type>Text</type></fields>`,
  )
  await own.deployed({
    'package.xml': manifest({ CustomObject: ['Wide__c'] }),
    'objects/Wide__c.object': `<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">${fields.join('')}<label>Wide</label></CustomObject>`,
  })
  const names = new Set()
  const soql = "SELECT FullName FROM CustomField WHERE FullName LIKE 'Wide__c.%'"
  for await (const { FullName } of query(connection, soql, { tooling: true })) names.add(FullName)
  assert.equal(names.size, 2_100)
  const classes = await queryAll(connection, "SELECT Id, Name FROM ApexClass WHERE Name = 'base'", {
    tooling: true,
  })
  assert.deepEqual(
    classes.map(({ Name }) => Name),
    ['Base'],
  )
  const users = await fetchUsers(connection, [(await fetchUserInfo(connection)).userId])
  assert.equal(users[0].username, people.mara)
  await fails(queryAll(connection, 'SELECT Nope FROM Account'), { salesforceCode: 'INVALID_FIELD' })
  await fails(queryAll(connection, 'SELECT Id FROM Nope'), { salesforceCode: 'INVALID_TYPE' })
  await fails(queryAll(connection, 'SELECT Id FROM'), { salesforceCode: 'MALFORMED_QUERY' })
}

/** 5.6: describe and list. */
async function describe({ connection }) {
  const { metadataObjects, partialSaveAllowed, testRequired } = await describeMetadata(connection)
  assert.ok(metadataObjects.length > 200)
  assert.deepEqual([partialSaveAllowed, testRequired], [false, true])
  const listed = await listMetadata(connection, [{ type: 'ApexClass' }, { type: 'Bot' }])
  assert.ok(listed.some(({ fullName, fileName }) => fullName === 'Base' && fileName === 'classes/Base.cls'))
  await fails(
    listMetadata(
      connection,
      Array.from({ length: 4 }, () => ({ type: 'Flow' })),
    ),
    { code: 'limitExceeded' },
  )
  await fails(listMetadata(connection, [{ type: 'Nope' }]), { salesforceCode: 'INVALID_TYPE' })
}

/** 5.7: what comes, what is missing, and that an archive is given once. */
async function retrieve(own) {
  const { files, messages, fileProperties } = await own.retrieved({ ApexClass: ['Base', 'Nowhere'] })
  assert.deepEqual(Object.keys(files).toSorted(), [
    'unpackaged/classes/Base.cls',
    'unpackaged/classes/Base.cls-meta.xml',
    'unpackaged/package.xml',
  ])
  assert.match(messages[0].problem, /named 'Nowhere' cannot be found/)
  assert.ok(
    fileProperties.some(({ fullName, lastModifiedByName }) => fullName === 'Base' && lastModifiedByName),
  )
  const id = await own.finishedRetrieve({ ApexClass: ['Base'] })
  await own.download(id)
  await fails(own.download(id), { code: 'badResponse' })
}

/** 5.8: both transports, check only, tests, deletion, errors with their place, cancel. */
async function deploy(own) {
  for (const transport of ['rest', 'soap']) {
    const result = await own.deployed(classFiles('Sent', `public class Sent { /* ${transport} */ }`), {
      transport,
    })
    assert.equal(result.status, 'Succeeded')
  }
  const broken = await own.deployed(classFiles('Broken', 'public class Broken {\n  Integer a = ;\n}\n'))
  const [failure] = broken.componentFailures
  assert.deepEqual([broken.status, failure.lineNumber, failure.columnNumber], ['Failed', 2, 15])
  const checked = await own.deployed(classFiles('Checked', 'public class Checked {}'), { checkOnly: true })
  assert.deepEqual([checked.status, checked.checkOnly], ['Succeeded', true])
  const test =
    '@IsTest\nprivate class SentTest {\n  @IsTest static void fails() {\n    Assert.fail();\n  }\n}\n'
  const tested = await own.deployed(classFiles('SentTest', test), { testLevel: 'RunLocalTests' })
  assert.deepEqual([tested.status, tested.runTestResult.numFailures], ['Failed', 1])
  const deleted = await own.deployed(deletionFiles('Sent', 'NeverThere'))
  const [sent, never] = ['Sent', 'NeverThere'].map((name) =>
    deleted.componentSuccesses.find(({ fullName }) => fullName === name),
  )
  assert.deepEqual([sent.deleted, never.problemType], [true, 'Warning'])
}

/** 5.8: a deployment is cancelled while it waits, while it works, and not while it is finalized. */
async function cancel(own) {
  const { connection } = own
  const files = classFiles('Held', 'public class Held {}')
  await own.fault('hold', 'deploy')
  const [working, waiting] = [await own.start(files), await own.start(files)]
  assert.deepEqual((await cancelDeploy(connection, waiting)).done, true)
  assert.equal((await checkDeploy(connection, waiting)).status, 'Canceled')
  await own.reaches(working, 'InProgress')
  assert.deepEqual((await cancelDeploy(connection, working)).done, false)
  await own.setting.admin('DELETE', '/admin/faults')
  assert.equal((await own.endOf(working)).status, 'Canceled')
  await own.fault('hold', 'finalize')
  const finalizing = await own.start(files)
  await own.reaches(finalizing, 'Finalizing')
  await fails(cancelDeploy(connection, finalizing), { salesforceCode: 'INVALID_OPERATION' })
  await own.setting.admin('DELETE', '/admin/faults')
  assert.equal((await own.endOf(finalizing)).status, 'Succeeded')
}

/** 5.8: the history of deployments, change sets among them. */
async function history(own) {
  const createdAfter = new Date(Date.now() - 1_000)
  const { id } = await own.deployed(classFiles('Told', 'public class Told {}'))
  await own.admin('POST', '/change-sets', {
    user: people.tomas,
    name: 'By hand',
    edits: [{ type: 'ApexClass', fullName: 'Told', files: classFiles('Told', 'public class Told { }') }],
  })
  const rows = await listDeployRequests(own.connection, { createdAfter })
  assert.ok(rows.some((row) => row.id === id && row.type === 'Api' && row.status === 'Succeeded'))
  assert.ok(rows.some((row) => row.type === 'Changeset' && row.changeSetName === 'By hand'))
}

/** 5.9: nothing is tracked in production; in a sandbox every change is, with its author. */
async function tracking(own) {
  assert.equal(await latestRevision(own.connection), null)
  await own.admin('PATCH', '', { isSandbox: true, tracksSource: true })
  const sinceRevision = await latestRevision(own.connection)
  await own.deployed(classFiles('Tracked', 'public class Tracked {}'))
  const members = await listSourceMembers(own.connection, { sinceRevision })
  await own.admin('PATCH', '', { isSandbox: false, tracksSource: false })
  assert.deepEqual(
    members.map(({ memberType, memberName, isDeleted }) => [memberType, memberName, isDeleted]),
    [['ApexClass', 'Tracked', false]],
  )
}

export const calls = {
  '5.2 OAuth': oauth,
  '5.3 SOAP login': soap,
  '5.4 REST': rest,
  '5.5 queries': queries,
  '5.6 describe and list': describe,
  '5.7 retrieve': retrieve,
  '5.8 deploy': deploy,
  '5.8 cancel': cancel,
  '5.8 history': history,
  '5.9 source tracking': tracking,
}
