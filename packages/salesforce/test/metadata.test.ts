import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../src/connection.ts'
import type { DeployOptions } from '../src/metadata/deploy-options.ts'
import { cancelDeploy, checkDeploy, startDeploy } from '../src/metadata/deploy.ts'
import type { DeployResult } from '../src/metadata/deploy-result.ts'
import { describeMetadata } from '../src/metadata/describe.ts'
import { listMetadata } from '../src/metadata/list.ts'
import { checkRetrieve, downloadRetrieve, startRetrieve } from '../src/metadata/retrieve.ts'
import { fetchOrgInfo, fetchUserInfo } from '../src/org-info.ts'
import { fetchAuditTrail } from '../src/tooling/audit-trail.ts'
import { listDeployRequests } from '../src/tooling/deploy-requests.ts'
import { queryAll } from '../src/tooling/query.ts'
import { latestRevision, listSourceMembers } from '../src/tooling/source-members.ts'
import { fetchUsers } from '../src/tooling/users.ts'
import { classFiles, deployOptions, manifest, readZip, writeZip } from './testing/archives.ts'
import { mara, startPractice, tomas, type Practice } from './testing/practice.ts'

let practice: Practice
let connection: Connection
beforeAll(async () => {
  practice = await startPractice()
  connection = await practice.connect({ username: tomas })
})
afterAll(async () => practice.close())

async function deploy(
  files: Record<string, string>,
  changes: Partial<DeployOptions> = {},
): Promise<DeployResult> {
  const archivePath = await writeZip(join(practice.folder, 'deploy.zip'), files)
  const id = await startDeploy(connection, { archivePath, options: { ...deployOptions, ...changes } })
  return endOf(id)
}

async function endOf(id: string): Promise<DeployResult> {
  for (;;) {
    const result = await checkDeploy(connection, id)
    if (result.done) return result
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function retrieve(members: Record<string, string[]>) {
  const id = await startRetrieve(connection, { members: new Map(Object.entries(members)) })
  while (!(await checkRetrieve(connection, id)).done) await new Promise((resolve) => setTimeout(resolve, 20))
  const toFile = join(practice.folder, `${id}.zip`)
  const archive = await downloadRetrieve(connection, id, { toFile })
  return { ...archive, files: await readZip(toFile), id }
}

test('the org describes its metadata types', async () => {
  const { metadataObjects, partialSaveAllowed } = await describeMetadata(connection)
  const apex = metadataObjects.find(({ xmlName }) => xmlName === 'ApexClass')
  expect(apex).toMatchObject({ directoryName: 'classes', suffix: 'cls', metaFile: true, inFolder: false })
  const objects = metadataObjects.find(({ xmlName }) => xmlName === 'CustomObject')
  expect(objects?.childXmlNames).toContain('CustomField')
  expect(partialSaveAllowed).toBe(false)
})

test('components are listed with who changed them and when', async () => {
  const listed = await listMetadata(connection, [{ type: 'ApexClass' }, { type: 'CustomField' }])
  const users = await fetchUsers(
    connection,
    listed.flatMap(({ lastModifiedById }) => lastModifiedById ?? []),
  )
  expect(new Set(listed.map(({ type }) => type))).toEqual(new Set(['ApexClass', 'CustomField']))
  expect(listed.every(({ lastModifiedDate }) => lastModifiedDate?.endsWith('Z'))).toBe(true)
  expect(users.length).toBeGreaterThan(1)
  expect(users.find(({ username }) => username === mara)?.name).toBe('Mara Lindqvist')
})

test('an unknown type faults the whole list', async () => {
  const list = listMetadata(connection, [{ type: 'Nonsense' }])
  await expect(list).rejects.toMatchObject({ code: 'fault', salesforceCode: 'INVALID_TYPE' })
})

test('what was deployed comes back from a retrieve byte for byte, by REST and by SOAP', async () => {
  for (const transport of ['rest', 'soap'] as const) {
    const body = `public class Sent_${transport} {\n    // grüße 🌱 &lt;\n}\n`
    const files = classFiles(`Sent_${transport}`, body)
    const archivePath = await writeZip(join(practice.folder, 'sent.zip'), files)
    const id = await startDeploy(connection, { archivePath, options: deployOptions, transport })
    expect((await endOf(id)).status).toBe('Succeeded')
    const { files: retrieved } = await retrieve({ ApexClass: [`Sent_${transport}`] })
    expect(retrieved[`unpackaged/classes/Sent_${transport}.cls`]).toBe(body)
  }
})

test('a retrieve says what it has and what it could not find', async () => {
  const { messages, files } = await retrieve({
    ApexClass: ['NoSuchClass'],
    CustomObject: ['Thing__c'],
  })
  expect(messages.map(({ problem }) => problem).join()).toContain('NoSuchClass')
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['unpackaged/objects/Thing__c.object', 'unpackaged/package.xml']),
  )
})

test('an archive can be taken only once, and nothing is left behind by the second try', async () => {
  const { id } = await retrieve({ CustomObject: ['Thing__c'] })
  const before = await readdir(practice.folder)
  const again = downloadRetrieve(connection, id, { toFile: join(practice.folder, 'again.zip') })
  await expect(again).rejects.toBeInstanceOf(Error)
  expect(await readdir(practice.folder)).toEqual(before)
})

test('a syntax error is reported with file, line and column, and nothing is saved', async () => {
  const result = await deploy(
    classFiles('Broken', 'public class Broken {\n  void f() { Integer x = ; }\n}\n'),
  )
  expect(result).toMatchObject({ status: 'Failed', success: false, numberComponentErrors: 1 })
  expect(result.componentFailures[0]).toMatchObject({
    componentType: 'ApexClass',
    fullName: 'Broken',
    fileName: 'classes/Broken.cls',
    problemType: 'Error',
    lineNumber: 2,
  })
  expect(result.componentFailures[0]?.columnNumber).toBeGreaterThan(1)
  expect(await queryAll(connection, "SELECT Id FROM ApexClass WHERE Name = 'Broken'")).toEqual([])
})

test('a check-only deployment saves nothing', async () => {
  const result = await deploy(classFiles('OnlyChecked', 'public class OnlyChecked {}\n'), { checkOnly: true })
  expect(result).toMatchObject({ status: 'Succeeded', checkOnly: true })
  expect(await queryAll(connection, "SELECT Id FROM ApexClass WHERE Name = 'OnlyChecked'")).toEqual([])
})

test('a destructive manifest deletes', async () => {
  await deploy(classFiles('ShortLived', 'public class ShortLived {}\n'))
  const result = await deploy({
    'package.xml': manifest({}),
    'destructiveChangesPost.xml': manifest({ ApexClass: ['ShortLived'] }),
  })
  expect(result.componentSuccesses.find(({ fullName }) => fullName === 'ShortLived')?.deleted).toBe(true)
  expect(await queryAll(connection, "SELECT Id FROM ApexClass WHERE Name = 'ShortLived'")).toEqual([])
})

test('a running deployment is cancelled', async () => {
  await practice.fault('hold', 'deploy')
  const archivePath = await writeZip(
    join(practice.folder, 'held.zip'),
    classFiles('Held', 'public class Held {}\n'),
  )
  const id = await startDeploy(connection, { archivePath, options: deployOptions })
  await cancelDeploy(connection, id)
  await practice.admin('DELETE', '/faults')
  expect((await endOf(id)).status).toBe('Canceled')
})

test('an aborted download leaves no file and ends at once', async () => {
  const id = await startRetrieve(connection, { members: new Map([['ApexClass', ['*']]]) })
  while (!(await checkRetrieve(connection, id)).done) await new Promise((resolve) => setTimeout(resolve, 20))
  await practice.fault('slowDrip', 'checkRetrieveStatus', { delayMs: 300 })
  const toFile = join(practice.folder, 'aborted.zip')
  const signal = AbortSignal.timeout(200)
  await expect(downloadRetrieve(connection, id, { toFile, signal })).rejects.toMatchObject({
    code: 'aborted',
  })
  expect((await readdir(practice.folder)).filter((name) => name.startsWith('aborted'))).toEqual([])
})

test('deployments are found again by time and author', async () => {
  const createdAfter = new Date(Date.now() - 1_000)
  const done = await deploy(classFiles('Found', 'public class Found {}\n'), { checkOnly: true })
  const found = await listDeployRequests(connection, { createdAfter, createdById: done.createdBy ?? '' })
  expect(found.map(({ id }) => id)).toContain(done.id)
  expect(found.find(({ id }) => id === done.id)).toMatchObject({
    checkOnly: true,
    status: 'Succeeded',
    type: 'Api',
  })
  const [someoneElse] = await queryAll(connection, `SELECT Id FROM User WHERE Username = '${mara}'`)
  const byOther = await listDeployRequests(connection, {
    createdAfter,
    createdById: String(someoneElse?.['Id']),
  })
  expect(byOther.map(({ id }) => id)).not.toContain(done.id)
})

test('production tracks no sources; a sandbox does, with the author of each change', async () => {
  expect(await latestRevision(connection)).toBeNull()
  const { orgId } = await fetchOrgInfo(connection)
  await practice.admin('PATCH', `/orgs/${orgId}`, { tracksSource: true, isSandbox: true })
  const sinceRevision = (await latestRevision(connection)) ?? -1
  await deploy(classFiles('Tracked', 'public class Tracked {}\n'))
  const members = await listSourceMembers(connection, { sinceRevision })
  await practice.admin('PATCH', `/orgs/${orgId}`, { tracksSource: false, isSandbox: false })
  expect(members).toMatchObject([{ memberType: 'ApexClass', memberName: 'Tracked', isDeleted: false }])
  const [author] = await fetchUsers(connection, [members[0]?.changedBy ?? ''])
  expect(author?.username).toBe(tomas)
})

test('the audit trail says who changed what since a time, newest first', async () => {
  const since = new Date()
  for (const body of ['public class Traced {}\n', 'public class Traced { }\n'])
    await deploy(classFiles('Traced', body))
  const { userId } = await fetchUserInfo(connection)
  const entry = { section: 'ApexClass', createdById: userId, createdByName: expect.stringContaining('Tomas') }
  expect(await fetchAuditTrail(connection, since)).toMatchObject([
    { ...entry, action: 'changedApexClass', display: 'Changed ApexClass Traced' },
    { ...entry, action: 'createdApexClass', display: 'Created ApexClass Traced' },
  ])
  expect(await fetchAuditTrail(connection, new Date(Date.now() + 60_000))).toEqual([])
})

test('a query error carries the code of Salesforce', async () => {
  const query = queryAll(connection, 'SELECT Nonsense FROM Organization')
  await expect(query).rejects.toMatchObject({ code: 'fault', salesforceCode: 'INVALID_FIELD' })
})
