import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPracticeOrg, type PracticeOrg } from '@sluice/practice-org/practice-org'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstContact } from './first-contact.ts'
import { writeReport } from './report.ts'

interface Call {
  readonly method: string
  readonly path: string
  readonly body: string
}

let folder: string
let practice: PracticeOrg
let origin: string
const calls: Call[] = []

/** Stands before the practice org, passes every call on and keeps it. */
const recorder = createServer((incoming, outgoing) => {
  pass(incoming, outgoing).catch(() => outgoing.destroy())
})

async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) if (Buffer.isBuffer(piece)) pieces.push(piece)
  const body = Buffer.concat(pieces)
  const { method = '', url: path = '', headers } = incoming
  calls.push({ method, path, body: body.toString() })
  const onward = request(new URL(path, practice.origin), { method, headers })
  onward.once('error', () => outgoing.destroy())
  onward.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(outgoing)
  })
  onward.end(body)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-first-contact-test-'))
  practice = await createPracticeOrg({ dataDir: join(folder, 'practice'), port: 0 })
  recorder.listen(0, '127.0.0.1')
  await once(recorder, 'listening')
  const address = recorder.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(async () => {
  recorder.closeAllConnections()
  recorder.close()
  await practice.close()
  await rm(folder, { recursive: true, force: true })
})

async function admin(method: string, path: string, given?: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const body = given === undefined ? {} : { body: JSON.stringify(given), headers }
  return (await fetch(`${practice.origin}/admin${path}`, { method, ...body })).json()
}

const valueOf = (name: string, more = '') =>
  `<customValue><fullName>${name}</fullName><default>false</default>${more}<label>${name}</label></customValue>`

/** Puts a value set with one inactive value into the production org. */
async function makeInactiveValue(): Promise<void> {
  const { orgId } = Object(await admin('POST', '/sessions'))
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<GlobalValueSet xmlns="http://soap.sforce.com/2006/04/metadata">${valueOf('Used')}${valueOf('Removed', '<isActive>false</isActive>')}<masterLabel>Colours</masterLabel><sorted>false</sorted></GlobalValueSet>`
  await admin('POST', `/orgs/${orgId}/components`, {
    type: 'GlobalValueSet',
    fullName: 'Colours',
    files: { 'globalValueSets/Colours.globalValueSet': text },
  })
}

/** Signs in to the practice org, asks it everything and reads the report. */
async function contact(token?: string) {
  const tokenFile = join(folder, 'token')
  const session = Object(await admin('POST', '/sessions'))
  await writeFile(tokenFile, `${token ?? session.accessToken}\n`)
  const report = join(folder, 'report.json')
  const args = ['--org', origin, '--token-file', tokenFile, '--report', report]
  const exitCode = await firstContact(args, { SLUICE_PRACTICE_ORG_URL: origin })
  return { exitCode, session, report }
}

const readingOperations = new Set(['describeMetadata', 'listMetadata', 'retrieve', 'checkRetrieveStatus'])
const operationOf = ({ body }: Call) => /<env:Body><(\w+)/.exec(body)?.[1] ?? ''

test('every question is answered by the practice org, nothing changes there, and the report names nobody', async () => {
  await makeInactiveValue()
  const before = await admin('GET', '/journal')
  const { exitCode, session, report } = await contact()
  expect(exitCode).toBe(0)

  const soap = calls.filter(({ method }) => method !== 'GET')
  expect(calls.length).toBeGreaterThan(100)
  expect(soap.filter(({ path }) => !path.startsWith('/services/Soap/m/'))).toEqual([])
  expect(new Set(soap.map(operationOf))).toEqual(readingOperations)
  expect(await admin('GET', '/journal')).toEqual(before)

  const text = await readFile(report, 'utf8')
  const org = Object(await admin('GET', `/orgs/${session.orgId}`))
  const people: { username: string; firstName: string; lastName: string; id: string }[] = org.users
  expect(people.length).toBeGreaterThan(5)
  for (const { username, firstName, lastName, id } of people)
    for (const secret of [username, `${firstName} ${lastName}`, id]) expect(text).not.toContain(secret)
  const secrets = [
    session.accessToken,
    session.orgId,
    org.name,
    '127.0.0.1',
    'Installation__c',
    'ErpSyncBatch',
  ]
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect((await stat(report)).mode & 0o077).toBe(0)

  const { answers } = JSON.parse(text)
  const factsOf = (question: string) =>
    answers.find((answer: { question: string }) => answer.question === question).facts
  expect(factsOf('types that the org describes').types).toBeGreaterThan(100)
  expect(factsOf('components of each type').lists).toContainEqual(
    expect.objectContaining({ type: 'ApexClass', components: expect.any(Number) }),
  )
  expect(factsOf('many retrieves at once').retrieves).toHaveLength(17)
  const { values, inactiveValues } = factsOf('inactive picklist values')
  expect(values).toBeGreaterThan(10)
  expect(inactiveValues).toBe(1)
  expect(factsOf('standard tabs of a profile').standardTabs).toBeGreaterThan(10)
  expect(factsOf('a download that broke')).toMatchObject({
    broken: { code: 'tooLarge' },
    afterComplete: { code: 'notFound' },
  })
  expect(factsOf('the same retrieve twice')).toMatchObject({ sameSize: true })
})

test('a token that the org does not take ends in 2 without a report', async () => {
  const { exitCode, report } = await contact('00D000000000000!nothing')
  expect(exitCode).toBe(2)
  await rm(report, { force: true })
})

test.each([
  [[]],
  [['--org', 'acme']],
  [['--org', 'https://acme.my.salesforce.com', '--token-file', '/nonexistent']],
])('the arguments %j are refused', async (args) => {
  expect(await firstContact(args, {})).toBe(2)
})

test('an address that is not public is not asked', async () => {
  const tokenFile = join(folder, 'any-token')
  await writeFile(tokenFile, 'token')
  const begun = calls.length
  expect(await firstContact(['--org', origin, '--token-file', tokenFile], {})).toBe(2)
  expect(calls.length).toBe(begun)
})

test('a report that would hold a secret is not written', async () => {
  const file = join(folder, 'never.json')
  const answer = { question: 'q', isAnswered: true, milliseconds: 1, facts: { said: 'By Mara Lindqvist' } }
  const report = { begunUtc: '', apiVersion: '68.0', answers: [answer], notAsked: [] }
  expect(() => writeReport(file, report, ['mara lindqvist'])).toThrow('not written')
  await expect(stat(file)).rejects.toThrow('ENOENT')
})
