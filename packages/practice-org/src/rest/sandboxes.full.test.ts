import { afterEach, beforeEach, expect, test } from 'vitest'
import { apexClass, manifest, TestOrg } from '../testing/client.ts'

let org: TestOrg
beforeEach(async () => {
  org = await TestOrg.start()
  await org.deploy({
    'package.xml': manifest({ ApexClass: ['Base'] }),
    ...apexClass('Base', 'public class Base {}'),
  })
})
afterEach(() => org.stop())

const post = (path: string, body: unknown): ReturnType<TestOrg['rest']> =>
  org.rest(path, { method: 'POST', body: JSON.stringify(body) })
const processOf = async (name: string): Promise<Record<string, unknown>> => {
  const soql = `SELECT Id, Status, EndDate, SandboxOrganization FROM SandboxProcess WHERE SandboxName = '${name}' ORDER BY CreatedDate DESC LIMIT 1`
  const { body } = await org.rest(`/tooling/query?q=${encodeURIComponent(soql)}`)
  return JSON.parse(JSON.stringify(body)).records[0]
}
const finished = async (name: string): Promise<void> => {
  await expect.poll(async () => (await processOf(name)).Status).toBe('Completed')
}

async function createDev1(): Promise<void> {
  const { status } = await post('/tooling/sobjects/SandboxInfo', {
    SandboxName: 'dev1',
    LicenseType: 'Developer',
  })
  expect(status).toBe(201)
  await finished('dev1')
}

test('a sandbox is a copy of production that one may enter with sandboxAuth', async () => {
  await createDev1()
  const auth = await post('/tooling/sandboxAuth', { sandboxName: 'dev1', callbackUrl: 'http://localhost/cb' })
  const { authUserName, authCode } = JSON.parse(JSON.stringify(auth.body))
  expect(authUserName).toBe('mara.lindqvist@northbeam.example.dev1')
  const form = {
    grant_type: 'authorization_code',
    code: authCode,
    client_id: 'X',
    redirect_uri: 'http://localhost/cb',
  }
  const token = await fetch(`${org.origin}/services/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  const { access_token } = JSON.parse(await token.text())
  const rows = await org.rest('/tooling/query?q=SELECT+Name+FROM+ApexClass', {
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect(rows.body).toMatchObject({ records: [{ Name: 'Base' }] })
})

test('a name that is taken is refused', async () => {
  await createDev1()
  const { status, body } = await post('/tooling/sobjects/SandboxInfo', {
    SandboxName: 'DEV1',
    LicenseType: 'Developer',
  })
  expect([status, body]).toMatchObject([
    400,
    [
      {
        errorCode: 'DUPLICATE_VALUE',
        message: expect.stringContaining('duplicate value found: SandboxName'),
      },
    ],
  ])
})

test('a refresh gives a new org id, and waits for activation when asked to', async () => {
  await createDev1()
  const before = await processOf('dev1')
  const infos = await org.rest('/tooling/query?q=SELECT+Id+FROM+SandboxInfo')
  const id = JSON.parse(JSON.stringify(infos.body)).records[0].Id
  await org.rest(`/tooling/sobjects/SandboxInfo/${id}`, {
    method: 'PATCH',
    body: JSON.stringify({ AutoActivate: false }),
  })
  await expect.poll(async () => (await processOf('dev1')).Status).toBe('Pending Activation')
  const waiting = await processOf('dev1')
  await org.rest(`/tooling/sobjects/SandboxProcess/${String(waiting.Id)}`, {
    method: 'PATCH',
    body: JSON.stringify({ RefreshAction: 'ACTIVATE' }),
  })
  await finished('dev1')
  expect((await processOf('dev1')).SandboxOrganization).not.toBe(before.SandboxOrganization)
})

test('licences run out', async () => {
  await post('/tooling/sobjects/SandboxInfo', { SandboxName: 'part1', LicenseType: 'Partial' })
  const { body } = await post('/tooling/sobjects/SandboxInfo', {
    SandboxName: 'part2',
    LicenseType: 'PARTIAL',
  })
  expect(body).toMatchObject([{ errorCode: 'LIMIT_EXCEEDED' }])
})

const query = async (soql: string, api = ''): Promise<Record<string, unknown>[]> => {
  const { body } = await org.rest(`${api}/query?q=${encodeURIComponent(soql)}`)
  return JSON.parse(JSON.stringify(body)).records
}
const idOf = ({ body }: { body: unknown }): string => JSON.parse(JSON.stringify(body)).id

test('a sandbox with a group lets in only the members of the group', async () => {
  const group = { Id: idOf(await post('/sobjects/Group', { Name: 'Builders', Type: 'Regular' })) }
  const [tomas] = await query("SELECT Id FROM User WHERE Name = 'Tomas Okafor'")
  await post('/sobjects/GroupMember', { GroupId: group.Id, UserOrGroupId: tomas?.Id })
  const request = { SandboxName: 'group1', LicenseType: 'Developer', ActivationUserGroupId: group.Id }
  expect((await post('/tooling/sobjects/SandboxInfo', request)).status).toBe(201)
  await finished('group1')
  const { list } = await org.admin('GET', '/admin/orgs')
  const sandbox = Array.isArray(list) ? list.find(({ sandboxName }) => sandboxName === 'group1') : undefined
  const { users } = await org.admin('GET', `/admin/orgs/${sandbox.id}`)
  const active = Array.isArray(users) ? users.filter(({ isActive }) => isActive) : []
  expect(active.map(({ username }) => username)).toEqual(['tomas.okafor@northbeam.example.group1'])
})

test('a template is for copies with data, whose progress nobody knows', async () => {
  const [template] = await query('SELECT Id, MasterLabel FROM PartitionLevelScheme', '/tooling')
  const small = { SandboxName: 'small1', LicenseType: 'Developer', TemplateId: template?.Id }
  expect((await post('/tooling/sobjects/SandboxInfo', small)).body).toMatchObject([
    { errorCode: 'FIELD_INTEGRITY_EXCEPTION' },
  ])
  await org.admin('PATCH', `/admin/orgs/${org.orgId}`, { organizationType: 'Unlimited Edition' })
  const full = { ...small, SandboxName: 'full1', LicenseType: 'Full', HistoryDays: 30 }
  idOf(await post('/tooling/sobjects/SandboxInfo', full))
  await finished('full1')
  const [process] = await query(
    "SELECT CopyProgress, TemplateId FROM SandboxProcess WHERE SandboxName = 'full1'",
    '/tooling',
  )
  expect(process).toMatchObject({ CopyProgress: null, TemplateId: template?.Id })
})

test.each([
  [
    'a group that does not exist',
    { ActivationUserGroupId: '00G000000000000AAA' },
    'INVALID_CROSS_REFERENCE_KEY',
  ],
  ['a class that does not exist', { ApexClassId: '01p000000000000AAA' }, 'INVALID_CROSS_REFERENCE_KEY'],
  ['history in a small copy', { HistoryDays: 30 }, 'FIELD_INTEGRITY_EXCEPTION'],
  ['features that are no list', { Features: 'DataStorage' }, 'FIELD_INTEGRITY_EXCEPTION'],
  ['a name that is too long', { SandboxName: 'elevenlongs' }, 'FIELD_INTEGRITY_EXCEPTION'],
])('%s is refused', async (_, fields, errorCode) => {
  const { status, body } = await post('/tooling/sobjects/SandboxInfo', {
    SandboxName: 'never1',
    LicenseType: 'Developer',
    ...fields,
  })
  expect([status, body]).toMatchObject([400, [{ errorCode }]])
})

test('an org may ask for a group', async () => {
  await org.admin('PATCH', `/admin/orgs/${org.orgId}`, { requiresSandboxGroup: true })
  const { body } = await post('/tooling/sobjects/SandboxInfo', {
    SandboxName: 'open1',
    LicenseType: 'Developer',
  })
  await org.admin('PATCH', `/admin/orgs/${org.orgId}`, { requiresSandboxGroup: false })
  expect(body).toMatchObject([{ errorCode: 'REQUIRED_FIELD_MISSING' }])
})
