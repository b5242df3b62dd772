import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { answerJson, type Script } from '../../../http/src/testing/scripted-server.ts'
import { answerSoap, startScriptedServer, type ScriptedServer } from '../testing/scripted-server.ts'
import type { DeployOptions } from './deploy-options.ts'
import { cancelDeploy, checkDeploy, startDeploy } from './deploy.ts'

let server: ScriptedServer | undefined
afterEach(async () => server?.close())

async function serve(script: Script): Promise<ScriptedServer> {
  server = await startScriptedServer(script)
  return server
}

const folder = await mkdtemp(join(tmpdir(), 'sluice-salesforce-'))
afterAll(async () => rm(folder, { recursive: true }))
const options: DeployOptions = {
  checkOnly: false,
  rollbackOnError: true,
  ignoreWarnings: true,
  purgeOnDelete: false,
  testLevel: 'RunSpecifiedTests',
  runTests: ['ATest', 'BTest'],
  singlePackage: true,
  allowMissingFiles: false,
}
const archivePath = join(folder, 'deploy.zip')
const archiveBytes = Buffer.from(Array.from({ length: 100_001 }, (_, index) => (index * 7) % 256))
await writeFile(archivePath, archiveBytes)

test('a deploy by REST sends the options and the bytes of the archive as they are', async () => {
  const { connection, requests } = await serve((_, response) => answerJson(response, 201, { id: '0Af1' }))
  expect(await startDeploy(connection(), { archivePath, options })).toBe('0Af1')
  const [request] = requests
  expect(request?.headers['content-length']).toBe(String(request?.body.length))
  expect(request?.body).toContain('"rollbackOnError":true')
  expect(request?.body).toContain('"testLevel":"RunSpecifiedTests","runTests":["ATest","BTest"]')
  expect(request?.body.includes(archiveBytes.toString('latin1'))).toBe(true)
})

test('a deploy by SOAP sends the archive as base64', async () => {
  const { connection, requests } = await serve((_, response) =>
    answerSoap(response, 'deploy', '<result><done>false</done><id>0Af2</id></result>'),
  )
  expect(await startDeploy(connection(), { archivePath, options, transport: 'soap' })).toBe('0Af2')
  const body = requests[0]?.body ?? ''
  expect(body.includes(`<ZipFile>${archiveBytes.toString('base64')}</ZipFile>`)).toBe(true)
  expect(body).toContain(
    '<runTests>ATest</runTests><runTests>BTest</runTests><singlePackage>true</singlePackage>',
  )
})

test('a test level of null leaves the choice to the org', async () => {
  const { connection, requests } = await serve((_, response) => answerJson(response, 201, { id: '0Af1' }))
  await startDeploy(connection(), { archivePath, options: { ...options, testLevel: null, runTests: [] } })
  expect(requests[0]?.body).not.toContain('testLevel')
  expect(requests[0]?.body).not.toContain('runTests')
})

const unclear: [string, Script][] = [
  ['a gateway error', (_, response) => response.writeHead(502).end('<html>')],
  [
    'an internal error',
    (_, response) => answerJson(response, 500, [{ errorCode: 'UNKNOWN_EXCEPTION', message: 'm' }]),
  ],
  ['a page instead of JSON', (_, response) => response.writeHead(200).end('<html>')],
  ['an answer without an id', (_, response) => answerJson(response, 201, {})],
  ['a broken connection', (_, __, raw) => raw.socket.destroy()],
]

test.each(unclear)('a deploy that ends in %s must be reconciled, not repeated', async (_, script) => {
  const { connection, requests } = await serve(script)
  const deploy = startDeploy(connection(), { archivePath, options })
  await expect(deploy).rejects.toMatchObject({ code: 'lostReply', retryable: false, outcomeUnknown: true })
  expect(requests).toHaveLength(1)
})

test('a deploy that Salesforce refuses did not happen', async () => {
  const { connection } = await serve((_, response) =>
    answerJson(response, 400, [{ errorCode: 'LIMIT_EXCEEDED', message: 'too large' }]),
  )
  const deploy = startDeploy(connection(), { archivePath, options })
  await expect(deploy).rejects.toMatchObject({ code: 'limitExceeded', outcomeUnknown: false })
})

test('a deploy without its archive sends nothing', async () => {
  const { connection, requests } = await serve((_, response) => response.end())
  const deploy = startDeploy(connection(), { archivePath: join(folder, 'missing.zip'), options })
  await expect(deploy).rejects.toMatchObject({ code: 'ENOENT' })
  expect(requests).toHaveLength(0)
})

const beforeLastBytes = () => Promise.reject(new Error('held back'))

test.each(['rest', 'soap'] as const)(
  'a deploy by %s that is held back before its last bytes never is a whole request',
  async (transport) => {
    const { connection, requests } = await serve((_, response) => answerJson(response, 201, { id: '0Af1' }))
    await expect(
      startDeploy(connection(), { archivePath, options, transport, beforeLastBytes }),
    ).rejects.toMatchObject({ code: 'network', outcomeUnknown: false })
    await server?.close()
    server = undefined
    expect(requests).toEqual([])
  },
)

test('a deployment result is read with its messages and tests', async () => {
  const message = {
    componentType: '',
    fullName: 'package.xml',
    fileName: 'package.xml',
    success: true,
    changed: true,
  }
  const failure = {
    componentType: 'ApexClass',
    fullName: 'A',
    fileName: 'classes/A.cls',
    success: false,
    problem: "Missing ';'",
    problemType: 'Error',
    lineNumber: 3,
    columnNumber: 7,
  }
  const test1 = { name: 'ATest', methodName: 'm', time: 12, message: 'no', stackTrace: 's' }
  const { connection } = await serve((_, response) =>
    answerJson(response, 200, {
      id: '0Af1',
      deployResult: {
        id: '0Af1',
        done: true,
        success: false,
        status: 'Failed',
        checkOnly: true,
        numberComponentsTotal: 2,
        details: {
          componentSuccesses: message,
          componentFailures: [failure],
          runTestResult: { numTestsRun: 1, numFailures: 1, totalTime: 12, failures: [test1] },
        },
      },
    }),
  )
  expect(await checkDeploy(connection(), '0Af1')).toMatchObject({
    status: 'Failed',
    done: true,
    componentSuccesses: [{ componentType: null, fileName: 'package.xml' }],
    componentFailures: [
      { problem: "Missing ';'", problemType: 'Error', lineNumber: 3, columnNumber: 7, changed: false },
    ],
    runTestResult: {
      numFailures: 1,
      failures: [{ className: 'ATest', methodName: 'm', message: 'no', timeMs: 12 }],
    },
  })
})

test('a poll may leave out the messages', async () => {
  const { connection, requests } = await serve((_, response) =>
    answerJson(response, 200, {
      deployResult: {
        id: '0Af1',
        done: false,
        status: 'InProgress',
        stateDetail: 'Processing Type: ApexClass',
      },
    }),
  )
  const result = await checkDeploy(connection(), '0Af1', { includeDetails: false })
  expect(result).toMatchObject({
    done: false,
    stateDetail: 'Processing Type: ApexClass',
    runTestResult: null,
  })
  expect(requests[0]?.path).toBe('/services/data/v68.0/metadata/deployRequest/0Af1?includeDetails=false')
})

test('a cancellation says whether it was immediate', async () => {
  const { connection } = await serve((_, response) =>
    answerSoap(response, 'cancelDeploy', '<result><done>true</done><id>0Af1</id></result>'),
  )
  expect(await cancelDeploy(connection(), '0Af1')).toEqual({ done: true, id: '0Af1' })
})
