import { readFile } from 'node:fs/promises'
import { cancelDeploy, checkDeploy } from '@sluice/salesforce/metadata/deploy'
import { checkRetrieve } from '@sluice/salesforce/metadata/retrieve'
import { queryAll } from '@sluice/salesforce/tooling/query'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { classFiles, deletionFiles } from './archives.ts'
import { OwnClient } from './own-client.ts'

let own: OwnClient
beforeAll(async () => {
  own = await OwnClient.start()
})
afterAll(() => own.stop())
afterEach(() => own.removeFaults())

const base = { ApexClass: ['Base'] }
const files = classFiles('Met', 'public class Met {}')
const classesNamed = (name: string): Promise<unknown[]> =>
  queryAll(own.connection, `SELECT Id FROM ApexClass WHERE Name = '${name}'`)

test('hold: retrieves and deployments stay where they are until it is removed', async () => {
  const retrieving = await own.fault('hold', 'retrieve')
  const retrieve = await own.startRetrieve(base)
  const statusOf = async (): Promise<string> => (await checkRetrieve(own.connection, retrieve)).status
  await expect.poll(statusOf).toBe('InProgress')
  await own.removeFaults(retrieving)
  await expect.poll(statusOf).toBe('Succeeded')
  const stopping = await own.fault('hold', 'cancelDeploy')
  const working = await own.fault('hold', 'deploy')
  const deployment = await own.start(files)
  await own.reaches(deployment, 'InProgress')
  await cancelDeploy(own.connection, deployment)
  await own.removeFaults(working)
  expect((await checkDeploy(own.connection, deployment)).status).toBe('Canceling')
  await own.removeFaults(stopping)
  expect((await own.endOf(deployment)).status).toBe('Canceled')
})

test.each([
  ['lockRow', 'Failed', 'UNABLE_TO_LOCK_ROW'],
  ['alreadyInProcess', 'Failed', 'ALREADY_IN_PROCESS'],
  ['finalizingFailed', 'FinalizingFailed', null],
  ['canceledByOther', 'Canceled', null],
])('%s ends a deployment as %s, and the org is as before', async (kind, status, errorStatusCode) => {
  await own.fault(kind, 'deploy')
  const result = await own.deployed(classFiles(`Never_${kind}`, `public class Never_${kind} {}`))
  expect(result).toMatchObject({ status, success: false, errorStatusCode })
  expect(await classesNamed(`Never_${kind}`)).toEqual([])
})

test.each([
  ['componentSetupLocked', 'administration setup has already been locked'],
  ['componentRowLocked', 'UNABLE_TO_LOCK_ROW'],
])('%s is a problem of a component', async (kind, text) => {
  await own.fault(kind, 'deploy')
  const result = await own.deployed(classFiles('Locked', 'public class Locked {}'))
  expect(result).toMatchObject({
    status: 'Failed',
    errorStatusCode: null,
    componentFailures: [{ fullName: 'Locked', problem: expect.stringContaining(text) }],
  })
})

test('silentNonDelete: a deletion is told as done and did not happen', async () => {
  await own.deployed(classFiles('Sticky', 'public class Sticky {}'))
  await own.fault('silentNonDelete', 'deploy')
  const result = await own.deployed(deletionFiles('Sticky'))
  expect(result.componentSuccesses).toContainEqual(
    expect.objectContaining({ fullName: 'Sticky', deleted: true }),
  )
  expect(await classesNamed('Sticky')).toHaveLength(1)
})

test('undeletable: a deletion is refused', async () => {
  await own.deployed(classFiles('Rooted', 'public class Rooted {}'))
  await own.fault('undeletable', 'deploy')
  expect(await own.deployed(deletionFiles('Rooted'))).toMatchObject({
    status: 'Failed',
    componentFailures: [{ problem: expect.stringContaining('insufficient access rights') }],
  })
})

test('statusBackwards and noDetails: a poll may say less than the one after it', async () => {
  const { id } = await own.deployed(files)
  await own.fault('statusBackwards', 'checkDeployStatus')
  expect(await checkDeploy(own.connection, id)).toMatchObject({ status: 'Pending', done: false })
  expect((await checkDeploy(own.connection, id)).status).toBe('Succeeded')
  await own.fault('noDetails', 'checkDeployStatus')
  expect(await checkDeploy(own.connection, id)).toMatchObject({ done: true, componentSuccesses: [] })
  expect((await checkDeploy(own.connection, id)).componentSuccesses.length).toBeGreaterThan(0)
})

test.each([
  ['truncatedZip', (bytes: Buffer) => bytes.length === 100],
  ['damagedZip', (bytes: Buffer) => bytes.subarray(0, 2).toString() === 'PK'],
  ['wrongPackage', (bytes: Buffer) => bytes.includes('Stranger')],
  ['notAZip', (bytes: Buffer) => bytes.toString().startsWith('<html>')],
])('%s arrives as it is: whoever reads the archive judges it', async (kind, isSo) => {
  await own.fault(kind, 'retrieve')
  const id = await own.finishedRetrieve(base)
  await own.download(id)
  expect(isSo(await readFile(own.archivePath(id)))).toBe(true)
})

test.each([
  ['emptyZip', 'notFound'],
  ['oversizedZip', 'tooLarge'],
])('%s is refused as %s', async (kind, code) => {
  await own.fault(kind, 'retrieve')
  const id = await own.finishedRetrieve(base)
  await expect(own.download(id, { maxArchiveBytes: 39 * 1024 * 1024 })).rejects.toMatchObject({ code })
})

test.each([
  ['retrieveFails', 'UNKNOWN_EXCEPTION', 'fault'],
  ['poisonedComponent', 'UNKNOWN_EXCEPTION', 'fault'],
  ['tooManyFiles', 'LIMIT_EXCEEDED', 'limitExceeded'],
])('%s fails a retrieve with %s', async (kind, errorStatusCode, code) => {
  await own.fault(kind, 'retrieve', { component: 'ApexClass/Base' })
  const id = await own.finishedRetrieve(base)
  expect((await checkRetrieve(own.connection, id)).errorStatusCode).toBe(errorStatusCode)
  await expect(own.download(id)).rejects.toMatchObject({ code })
})

test('slowDrip: an archive that arrives slowly arrives', async () => {
  const id = await own.finishedRetrieve(base)
  await own.fault('slowDrip', 'checkRetrieveStatus', { delayMs: 100 })
  expect((await own.download(id)).sizeBytes).toBeGreaterThan(100)
})

test('cutArchive: a download that breaks off fails, and a second one finds no archive', async () => {
  const id = await own.finishedRetrieve(base)
  await own.fault('cutArchive', 'checkRetrieveStatus')
  await expect(own.download(id)).rejects.toMatchObject({ name: 'SalesforceError' })
  await expect(own.download(id)).rejects.toMatchObject({ code: 'notFound' })
})

/** Makes a sandbox that meets the fault; the row of its process, once it has the status. */
async function processWith(kind: string, status: string): Promise<Record<string, unknown>> {
  const SandboxName = kind.slice('sandbox'.length)
  await own.fault(kind, 'sandbox')
  const { accessToken } = await own.call<{ accessToken: string }>('POST', '/admin/sessions', {})
  await fetch(`${own.practiceOrg.origin}/services/data/v68.0/tooling/sobjects/SandboxInfo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ SandboxName, LicenseType: 'Developer' }),
  })
  const soql = `SELECT Status, EndDate, SandboxInfoId FROM SandboxProcess WHERE SandboxName = '${SandboxName}'`
  const rows = async (): Promise<Record<string, unknown>[]> =>
    queryAll(own.connection, soql, { tooling: true })
  await expect.poll(rows).toMatchObject([{ Status: status }])
  return (await rows())[0] ?? {}
}

test.each([
  ['sandboxStops', 'Stopped', false],
  ['sandboxLocked', 'Locked', true],
  ['sandboxVanishes', 'Deleted', true],
])('%s: the process of a sandbox ends as %s', async (kind, status, hasEnded) => {
  const process = await processWith(kind, status)
  expect(process.EndDate !== null).toBe(hasEnded)
})
