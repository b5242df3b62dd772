import { afterEach, expect, test } from 'vitest'
import { onlyOrigins } from '@sluice/http/address-policy'
import { openConnection } from '../connection.ts'
import { fetchOrgInfo, fetchUserInfo } from '../org-info.ts'
import { answerJson, type Script } from '../../../http/src/testing/scripted-server.ts'
import { startScriptedServer, type ScriptedServer } from '../testing/scripted-server.ts'
import { listDeployRequests } from './deploy-requests.ts'
import { queryAll, soqlText } from './query.ts'
import { fetchFlowVersions } from './flow-versions.ts'
import { latestRevision, listSourceMembers } from './source-members.ts'
import { fetchUsers } from './users.ts'

let server: ScriptedServer | undefined
afterEach(async () => server?.close())

async function serve(script: Script): Promise<ScriptedServer> {
  server = await startScriptedServer(script)
  return server
}

function soqlOf(path: string): string {
  return new URL(path, 'http://x').searchParams.get('q') ?? ''
}

test('a query follows its pages to the end', async () => {
  const next = '/services/data/v68.0/query/01g-2000'
  const { connection } = await serve((request, response) =>
    request.path === next
      ? answerJson(response, 200, { done: true, records: [{ Id: '3' }] })
      : answerJson(response, 200, { done: false, nextRecordsUrl: next, records: [{ Id: '1' }, { Id: '2' }] }),
  )
  const records = await queryAll(connection(), 'SELECT Id FROM X')
  expect(records.map((record) => record['Id'])).toEqual(['1', '2', '3'])
})

test('a next page outside of the org is not followed', async () => {
  const { connection, requests } = await serve((_, response) =>
    answerJson(response, 200, {
      done: false,
      nextRecordsUrl: 'https://example.org/services/data/',
      records: [],
    }),
  )
  await expect(queryAll(connection(), 'SELECT Id FROM X')).rejects.toMatchObject({ code: 'badResponse' })
  expect(requests).toHaveLength(1)
})

test('a query whose pages never end is ended, and one whose page comes again at once', async () => {
  const next = '/services/data/v68.0/query/01g-'
  const count = { pages: 0 }
  const { connection } = await serve((_, response) => {
    count.pages += 1
    answerJson(response, 200, { done: false, nextRecordsUrl: next + count.pages, records: [{ Id: '1' }] })
  })
  await expect(queryAll(connection(), 'SELECT Id FROM X')).rejects.toMatchObject({
    code: 'tooLarge',
    message: 'Salesforce answered a query with more than 1,000 pages.',
  })
  expect(count.pages).toBe(1_000)
  await server?.close()
  const again = await serve((_, response) =>
    answerJson(response, 200, { done: false, nextRecordsUrl: next, records: [] }),
  )
  await expect(queryAll(again.connection(), 'SELECT Id FROM X')).rejects.toMatchObject({
    code: 'badResponse',
  })
  expect(again.requests).toHaveLength(2)
})

test.each([
  ['120', 120],
  ['31536000', 31_536_000],
  [new Date(Date.now() + 90_500).toUTCString(), expect.closeTo(90, -1)],
  ['soon', undefined],
])('a wait that Salesforce asks for is heard, as seconds or a date: %s', async (header, seconds) => {
  const { origin } = await serve((_, response) =>
    response.writeHead(503, { 'retry-after': header }).end('<html>'),
  )
  const heard: number[] = []
  const connection = openConnection({
    instanceUrl: origin,
    accessToken: 'x',
    addresses: onlyOrigins(origin),
    watchPause: async (pause) => void heard.push(pause),
  })
  const error = await queryAll(connection, 'SELECT Id FROM X').catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'internal', retryAfterSeconds: seconds })
  expect(heard).toEqual(seconds === undefined ? [] : [seconds])
})

test('a text in a query cannot end its literal', () => {
  expect(soqlText(String.raw`O'Neil\' OR`)).toBe(String.raw`'O\'Neil\\\' OR'`)
})

test('users are asked for once each, in batches that fit into an address', async () => {
  const { connection, requests } = await serve((_, response) =>
    answerJson(response, 200, { done: true, records: [] }),
  )
  const ids = Array.from({ length: 450 }, (_, index) => `005xx${String(index).padStart(10, '0')}AAA`)
  await fetchUsers(connection(), [...ids, ...ids, "x' OR Name LIKE '%"])
  expect(requests).toHaveLength(3)
  expect(requests.every((request) => request.path.length < 8_000 && !request.path.includes('LIKE'))).toBe(
    true,
  )
})

test('an org without source tracking has no latest revision', async () => {
  const { connection } = await serve((_, response) =>
    answerJson(response, 400, [
      { errorCode: 'INVALID_TYPE', message: "sObject type 'SourceMember' is not supported." },
    ]),
  )
  expect(await latestRevision(connection())).toBeNull()
})

test('a tracked org without changes has revision 0, another its highest', async () => {
  let records: unknown[] = []
  const { connection } = await serve((_, response) => answerJson(response, 200, { done: true, records }))
  expect(await latestRevision(connection())).toBe(0)
  records = [{ RevisionCounter: 417 }]
  expect(await latestRevision(connection())).toBe(417)
})

test('an error other than the missing object is not taken for an untracked org', async () => {
  const { connection } = await serve((_, response) => response.writeHead(503).end())
  await expect(latestRevision(connection())).rejects.toMatchObject({ code: 'internal' })
})

const row = (counter: number, obsolete: boolean) => ({
  MemberType: 'ApexClass',
  MemberName: 'A',
  RevisionCounter: counter,
  IsNameObsolete: obsolete,
  IsNewMember: false,
  ChangedBy: '005x',
})

test('source members come oldest first with their author', async () => {
  const { connection, requests } = await serve((_, response) =>
    answerJson(response, 200, { done: true, records: [row(9, true), row(7, false)] }),
  )
  const members = await listSourceMembers(connection(), { sinceRevision: 6 })
  expect(members.map((member) => [member.revisionCounter, member.isDeleted, member.changedBy])).toEqual([
    [7, false, '005x'],
    [9, true, '005x'],
  ])
  expect(soqlOf(requests[0]?.path ?? '')).toContain('WHERE RevisionCounter > 6')
})

test('deployments are asked for by time and author', async () => {
  const record = {
    Id: '0Af1',
    Status: 'Succeeded',
    CheckOnly: true,
    TestLevel: 'NoTestRun',
    NumberComponentsTotal: 3,
    CreatedById: '005x',
  }
  const { connection, requests } = await serve((_, response) =>
    answerJson(response, 200, { done: true, records: [record] }),
  )
  const createdAfter = new Date('2026-11-21T10:00:00.000Z')
  const [request] = await listDeployRequests(connection(), { createdAfter, createdById: '005x' })
  expect(request).toMatchObject({
    id: '0Af1',
    checkOnly: true,
    numberComponentsTotal: 3,
    testLevel: 'NoTestRun',
  })
  expect(soqlOf(requests[0]?.path ?? '')).toContain(
    "WHERE CreatedDate >= 2026-11-21T10:00:00.000Z AND CreatedById = '005x'",
  )
})

test('the org tells its versions in ascending order', async () => {
  const org = {
    Id: '00Dx',
    Name: 'Acme',
    InstanceName: 'NA1',
    IsSandbox: false,
    OrganizationType: 'Enterprise Edition',
    NamespacePrefix: null,
  }
  const { connection } = await serve((request, response) =>
    request.path === '/services/data'
      ? answerJson(response, 200, [
          { version: '68.0' },
          { version: '9.0' },
          { version: '31.0' },
          { label: 'odd' },
        ])
      : answerJson(response, 200, { done: true, records: [org] }),
  )
  expect(await fetchOrgInfo(connection())).toMatchObject({
    orgId: '00Dx',
    supportedApiVersions: ['9.0', '31.0', '68.0'],
    platformVersion: '68.0',
    namespacePrefix: null,
  })
})

test('an org that is a release behind this client is asked in its own version', async () => {
  const { connection, requests } = await serve((request, response) =>
    request.path === '/services/data'
      ? answerJson(response, 200, [{ version: '66.0' }, { version: '67.0' }])
      : answerJson(response, 200, { done: true, records: [{ Id: '00Dx' }] }),
  )
  expect(await fetchOrgInfo(connection())).toMatchObject({ platformVersion: '67.0' })
  expect(requests.map(({ path }) => path.split('?')[0])).toEqual([
    '/services/data',
    '/services/data/v67.0/query',
  ])
})

test('the user of the session is described', async () => {
  const answer = {
    user_id: '005x',
    organization_id: '00Dx',
    preferred_username: 'ada@acme.com',
    email: 'ada@acme.com',
    name: 'Ada',
  }
  const { connection } = await serve((_, response) => answerJson(response, 200, answer))
  expect(await fetchUserInfo(connection())).toMatchObject({
    userId: '005x',
    username: 'ada@acme.com',
    displayName: 'Ada',
  })
})

test('versions of flows are asked for by names, and each says which flow it is of', async () => {
  const { connection, requests } = await serve((_, response) =>
    answerJson(response, 200, {
      done: true,
      records: [
        { VersionNumber: 2, Status: 'Active', Definition: { DeveloperName: 'Remind' } },
        { VersionNumber: 1, Status: 'Obsolete', Definition: { DeveloperName: 'Remind' } },
        { VersionNumber: 3, Status: 'Draft', Definition: null },
      ],
    }),
  )
  expect(await fetchFlowVersions(connection(), ['Remind', "O'Brien"])).toEqual([
    { flow: 'Remind', number: 2, isActive: true },
    { flow: 'Remind', number: 1, isActive: false },
  ])
  expect(requests[0]?.path).toContain('/tooling/query')
  expect(soqlOf(requests[0]?.path ?? '')).toContain(`IN ('Remind','O\\'Brien')`)
})
