import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../src/connection.ts'
import { checkDeploy, startDeploy } from '../src/metadata/deploy.ts'
import { describeMetadata } from '../src/metadata/describe.ts'
import { checkRetrieve, downloadRetrieve, startRetrieve } from '../src/metadata/retrieve.ts'
import { isTransientWhilePolling } from '../src/polling.ts'
import { listDeployRequests } from '../src/tooling/deploy-requests.ts'
import { queryAll } from '../src/tooling/query.ts'
import { classFiles, deployOptions, readZip, writeZip } from './testing/archives.ts'
import { startPractice, type Practice } from './testing/practice.ts'

let practice: Practice
let connection: Connection
let archivePath: string
beforeAll(async () => {
  practice = await startPractice()
  connection = await practice.connect()
  archivePath = await writeZip(join(practice.folder, 'a.zip'), classFiles('A', 'public class A {}\n'))
})
afterEach(async () => practice.admin('DELETE', '/faults'))
afterAll(async () => practice.close())

const start = async () => startDeploy(connection, { archivePath, options: deployOptions })
const retrieveThing = async () =>
  startRetrieve(connection, { members: new Map([['CustomObject', ['Thing__c']]]) })

/** How often the org has taken a deployment since a time. */
async function deploymentsSince(createdAfter: Date): Promise<number> {
  return (await listDeployRequests(connection, { createdAfter })).length
}

test('a deploy whose answer is lost did happen, and says that nobody knows', async () => {
  const before = new Date()
  await practice.fault('lostReply', 'deploy')
  await expect(start()).rejects.toMatchObject({ code: 'lostReply', retryable: false, outcomeUnknown: true })
  expect(await deploymentsSince(before)).toBe(1)
})

test('a deploy that the org answers with an internal error is not called harmless', async () => {
  await practice.fault('serverError', 'deploy')
  await expect(start()).rejects.toMatchObject({ code: 'lostReply', outcomeUnknown: true })
})

test('a deploy with an expired session is sent again after one refresh, and runs once', async () => {
  const before = new Date()
  await practice.fault('invalidSession', 'deploy')
  expect(await start()).toMatch(/^0Af/)
  expect(await deploymentsSince(before)).toBe(1)
})

test('a SOAP call with an expired session is sent again after one refresh', async () => {
  await practice.fault('invalidSession', 'describeMetadata')
  expect((await describeMetadata(connection)).metadataObjects.length).toBeGreaterThan(100)
})

const passing = ['serverUnavailable', 'serverError', 'htmlPage', 'servletState', 'lostReply', 'lostRequest']

test.each(passing)('polling a deployment survives %s', async (kind) => {
  const id = await start()
  await practice.fault(kind, 'checkDeployStatus')
  // A kept connection that breaks is replaced without a word; everything else is an error that passes.
  const survives = await checkDeploy(connection, id).then(() => true, isTransientWhilePolling)
  expect(survives).toBe(true)
  expect(await checkDeploy(connection, id)).toMatchObject({ id })
})

test.each(passing)('polling a retrieve survives %s', async (kind) => {
  const id = await retrieveThing()
  await practice.fault(kind, 'checkRetrieveStatus')
  const survives = await checkRetrieve(connection, id).then(() => true, isTransientWhilePolling)
  expect(survives).toBe(true)
  expect((await checkRetrieve(connection, id)).errorMessage).toBeNull()
})

const ending = [
  ['requestLimit', 'dailyLimitExceeded'],
  ['insufficientAccess', 'fault'],
  ['unsupportedApiVersion', 'unsupportedApiVersion'],
] as const

test.each(ending)('%s ends polling as %s', async (kind, code) => {
  const id = await start()
  await practice.fault(kind, 'checkDeployStatus')
  const error = await checkDeploy(connection, id).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code })
  expect(isTransientWhilePolling(error)).toBe(false)
})

test('a query meets its limit of time when the org is slow', async () => {
  await practice.fault('delay', 'query', { delayMs: 2_000 })
  const signal = AbortSignal.timeout(150)
  const query = queryAll(connection, 'SELECT Id FROM Organization', { signal })
  await expect(query).rejects.toMatchObject({ code: 'aborted' })
})

async function finishedRetrieve(): Promise<string> {
  const id = await retrieveThing()
  while (!(await checkRetrieve(connection, id)).done) await new Promise((resolve) => setTimeout(resolve, 20))
  return id
}

test('a retrieve that failed says why', async () => {
  await practice.fault('retrieveFails', 'retrieve')
  const id = await finishedRetrieve()
  const toFile = join(practice.folder, 'failed.zip')
  expect((await checkRetrieve(connection, id)).errorStatusCode).toBe('UNKNOWN_EXCEPTION')
  const download = downloadRetrieve(connection, id, { toFile })
  await expect(download).rejects.toMatchObject({ salesforceCode: 'UNKNOWN_EXCEPTION' })
})

test('an archive that arrives slowly arrives whole', async () => {
  const id = await finishedRetrieve()
  await practice.fault('slowDrip', 'checkRetrieveStatus', { delayMs: 20 })
  const toFile = join(practice.folder, 'slow.zip')
  await downloadRetrieve(connection, id, { toFile })
  expect(Object.keys(await readZip(toFile))).toContain('unpackaged/objects/Thing__c.object')
})

test('a download that breaks off fails as lost and leaves the answer for another try', async () => {
  const id = await finishedRetrieve()
  await practice.fault('lostRequest', 'checkRetrieveStatus', { times: 2 })
  const toFile = join(practice.folder, 'again.zip')
  await expect(downloadRetrieve(connection, id, { toFile })).rejects.toMatchObject({ retryable: true })
  expect((await downloadRetrieve(connection, id, { toFile })).sizeBytes).toBeGreaterThan(100)
})
