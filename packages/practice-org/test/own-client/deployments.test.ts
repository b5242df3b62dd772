import { cancelDeploy, checkDeploy } from '@sluice/salesforce/metadata/deploy'
import { checkRetrieve } from '@sluice/salesforce/metadata/retrieve'
import { listDeployRequests } from '@sluice/salesforce/tooling/deploy-requests'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { classFiles, deletionFiles } from './archives.ts'
import { OwnClient, tomas } from './own-client.ts'

let own: OwnClient
beforeAll(async () => {
  own = await OwnClient.start()
})
afterAll(() => own.stop())
afterEach(() => own.removeFaults())

test('a retrieve brings what exists, says what is missing, and gives its archive once', async () => {
  const id = await own.finishedRetrieve({ ApexClass: ['Base', 'Nowhere'] })
  const { messages } = await checkRetrieve(own.connection, id)
  expect(messages[0]?.problem).toMatch(/named 'Nowhere' cannot be found/)
  const files = await own.retrieved({ ApexClass: ['Base'] })
  expect(Object.keys(files).toSorted()).toEqual([
    'unpackaged/classes/Base.cls',
    'unpackaged/classes/Base.cls-meta.xml',
    'unpackaged/package.xml',
  ])
  await own.download(id)
  await expect(own.download(id)).rejects.toMatchObject({ code: 'notFound' })
})

test.each(['rest', 'soap'] as const)('a deployment goes over %s', async (transport) => {
  const result = await own.deployed(classFiles('Sent', `public class Sent { /* ${transport} */ }`), {
    transport,
  })
  expect(result.status).toBe('Succeeded')
})

test('errors name their place, validations save nothing, tests and deletions are told', async () => {
  const broken = await own.deployed(classFiles('Broken', 'public class Broken {\n  Integer a = ;\n}\n'))
  expect(broken).toMatchObject({
    status: 'Failed',
    componentFailures: [{ lineNumber: 2, columnNumber: 15 }],
  })
  const checked = await own.deployed(classFiles('Checked', 'public class Checked {}'), { checkOnly: true })
  expect(checked).toMatchObject({ status: 'Succeeded', checkOnly: true })
  const failing =
    '@IsTest\nprivate class FailingTest {\n  @IsTest static void fails() {\n    Assert.fail();\n  }\n}\n'
  const tested = await own.deployed(classFiles('FailingTest', failing), { testLevel: 'RunLocalTests' })
  expect(tested).toMatchObject({ status: 'Failed', runTestResult: { numFailures: 1 } })
  await own.deployed(classFiles('Going', 'public class Going {}'))
  const deleted = await own.deployed(deletionFiles('Going', 'NeverThere'))
  expect(deleted.componentSuccesses).toContainEqual(
    expect.objectContaining({ fullName: 'Going', deleted: true }),
  )
  expect(deleted.componentSuccesses).toContainEqual(
    expect.objectContaining({ fullName: 'NeverThere', problemType: 'Warning' }),
  )
})

test('a deployment is cancelled while it waits and while it works, and not while it is finalized', async () => {
  const files = classFiles('Held', 'public class Held {}')
  await own.fault('hold', 'deploy')
  const [working, waiting] = [await own.start(files), await own.start(files)]
  expect((await cancelDeploy(own.connection, waiting)).done).toBe(true)
  expect((await checkDeploy(own.connection, waiting)).status).toBe('Canceled')
  await own.reaches(working, 'InProgress')
  expect((await cancelDeploy(own.connection, working)).done).toBe(false)
  await own.removeFaults()
  expect((await own.endOf(working)).status).toBe('Canceled')
  await own.fault('hold', 'finalize')
  const finalizing = await own.start(files)
  await own.reaches(finalizing, 'Finalizing')
  await expect(cancelDeploy(own.connection, finalizing)).rejects.toMatchObject({
    salesforceCode: 'INVALID_OPERATION',
  })
  await own.removeFaults()
  expect((await own.endOf(finalizing)).status).toBe('Succeeded')
})

test('the history of deployments has change sets too', async () => {
  const createdAfter = new Date(Date.now() - 1_000)
  const { id } = await own.deployed(classFiles('Told', 'public class Told {}'))
  await own.admin('POST', '/change-sets', {
    user: tomas,
    name: 'By hand',
    edits: [{ type: 'ApexClass', fullName: 'Told', files: classFiles('Told', 'public class Told { }') }],
  })
  const rows = await listDeployRequests(own.connection, { createdAfter })
  expect(rows).toContainEqual(expect.objectContaining({ id, type: 'Api', status: 'Succeeded' }))
  expect(rows).toContainEqual(expect.objectContaining({ type: 'Changeset', changeSetName: 'By hand' }))
})

test('an org that keeps what works answers SucceededPartial', async () => {
  await own.admin('PATCH', '', { isSandbox: true })
  const two = {
    ...classFiles('Whole', 'public class Whole {}'),
    ...classFiles('Half', 'public class Half {'),
  }
  two['package.xml'] = (two['package.xml'] ?? '').replace('<members>', '<members>Whole</members><members>')
  const result = await own.deployed(two, { rollbackOnError: false })
  await own.admin('PATCH', '', { isSandbox: false })
  expect(result).toMatchObject({ status: 'SucceededPartial', numberComponentErrors: 1 })
})
