import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { type Script } from '../../../http/src/testing/scripted-server.ts'
import {
  answerSoap,
  soapDocument,
  startScriptedServer,
  type ScriptedServer,
} from '../testing/scripted-server.ts'
import { checkRetrieve, downloadRetrieve, startRetrieve } from './retrieve.ts'

let server: ScriptedServer | undefined
afterEach(async () => server?.close())

async function serve(script: Script): Promise<ScriptedServer> {
  server = await startScriptedServer(script)
  return server
}

const folder = await mkdtemp(join(tmpdir(), 'sluice-salesforce-'))
afterAll(async () => rm(folder, { recursive: true }))
test('a retrieve names its members by type and asks for the unpackaged shape', async () => {
  const { connection, requests } = await serve((_, response) =>
    answerSoap(response, 'retrieve', '<result><done>false</done><id>09S1</id><state>Queued</state></result>'),
  )
  const members = new Map([
    ['ApexClass', ['A', 'B']],
    ['Layout', ['X & Y']],
  ])
  expect(await startRetrieve(connection(), { members, apiVersion: '60.0' })).toBe('09S1')
  expect(requests[0]?.body).toContain(
    '<retrieveRequest><apiVersion>60.0</apiVersion><singlePackage>false</singlePackage><unpackaged>' +
      '<types><members>A</members><members>B</members><name>ApexClass</name></types>' +
      '<types><members>X &amp; Y</members><name>Layout</name></types><version>60.0</version></unpackaged>',
  )
})

const finished = (zip: string): string =>
  '<result><done>true</done><fileProperties><fileName>unpackaged/classes/A.cls</fileName><fullName>A</fullName>' +
  '<type>ApexClass</type></fileProperties><id>09S1</id><messages><fileName>package.xml</fileName>' +
  "<problem>Entity of type 'ApexClass' named 'B' cannot be found</problem></messages>" +
  `<status>Succeeded</status><success>true</success>${zip}</result>`

test('a check does not take the archive', async () => {
  const { connection, requests } = await serve((_, response) =>
    answerSoap(response, 'checkRetrieveStatus', finished('<zipFile xsi:nil="true"/>')),
  )
  expect(await checkRetrieve(connection(), '09S1')).toMatchObject({ done: true, status: 'Succeeded' })
  expect(requests[0]?.body).toContain('<includeZip>false</includeZip>')
})

test('a download puts the decoded archive into the file and returns what was said about it', async () => {
  const archive = Buffer.from('PK-archive-bytes')
  const { connection } = await serve((_, response) =>
    answerSoap(response, 'checkRetrieveStatus', finished(`<zipFile>${archive.toString('base64')}</zipFile>`)),
  )
  const toFile = join(folder, 'a.zip')
  const result = await downloadRetrieve(connection(), '09S1', { toFile })
  expect(await readFile(toFile)).toEqual(archive)
  expect(result).toMatchObject({
    sizeBytes: archive.length,
    messages: [{ problem: "Entity of type 'ApexClass' named 'B' cannot be found" }],
  })
})

const whole = soapDocument(
  `<checkRetrieveStatusResponse>${finished(`<zipFile>${'QUJD'.repeat(50_000)}</zipFile>`)}</checkRetrieveStatusResponse>`,
)
const xml = { 'content-type': 'text/xml' }
const badDownloads: [string, Script][] = [
  [
    'a cut connection',
    (_, response, raw) =>
      response
        .writeHead(200, { ...xml, 'content-length': whole.length })
        .write(whole.slice(0, 90_000), () => raw.socket.destroy()),
  ],
  [
    'a document that ends in the archive',
    (_, response) => response.writeHead(200, xml).end(whole.slice(0, 90_000)),
  ],
  ['an HTML page', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
  [
    'no base64',
    (_, response) => answerSoap(response, 'checkRetrieveStatus', finished('<zipFile>%%%%</zipFile>')),
  ],
]

test.each(badDownloads)(
  'a download of %s fails as worth one more try and leaves no file',
  async (_, script) => {
    const { connection } = await serve(script)
    const toFile = join(folder, 'bad.zip')
    await expect(downloadRetrieve(connection(), '09S1', { toFile })).rejects.toMatchObject({
      retryable: true,
    })
    expect((await readdir(folder)).filter((name) => name.startsWith('bad'))).toEqual([])
  },
)

test('a download of an archive that was sent before is not worth another try and leaves no file', async () => {
  const { connection } = await serve((_, response) =>
    answerSoap(response, 'checkRetrieveStatus', finished('<zipFile></zipFile>')),
  )
  const toFile = join(folder, 'bad.zip')
  await expect(downloadRetrieve(connection(), '09S1', { toFile })).rejects.toMatchObject({
    code: 'notFound',
    retryable: false,
  })
  expect((await readdir(folder)).filter((name) => name.startsWith('bad'))).toEqual([])
})

test('a retrieve over the limit fails by that name', async () => {
  const { connection } = await serve((_, response) =>
    answerSoap(
      response,
      'checkRetrieveStatus',
      '<result><done>true</done><errorMessage>LIMIT_EXCEEDED: Too many files in retrieve call, limit is: 10000</errorMessage>' +
        '<errorStatusCode>LIMIT_EXCEEDED</errorStatusCode><id>x</id><status>Failed</status><success>false</success></result>',
    ),
  )
  const download = downloadRetrieve(connection(), '09S1', { toFile: join(folder, 'l.zip') })
  await expect(download).rejects.toMatchObject({ code: 'limitExceeded', retryable: false })
})
