import { afterAll, beforeAll, expect, test } from 'vitest'
import { apexClass, manifest, TestOrg } from '../testing/client.ts'

let org: TestOrg
beforeAll(async () => {
  org = await TestOrg.start()
  await org.deploy({
    'package.xml': manifest({ ApexClass: ['Base'] }),
    ...apexClass('Base', 'public class Base {}'),
  })
})
afterAll(() => org.stop())

const post = (path: string, body: unknown): ReturnType<TestOrg['rest']> =>
  org.rest(path, { method: 'POST', body: JSON.stringify(body) })
const processOf = async (name: string): Promise<Record<string, unknown>> => {
  const soql = `SELECT Id, Status, EndDate, SandboxOrganization FROM SandboxProcess WHERE SandboxName = '${name}' ORDER BY CreatedDate DESC LIMIT 1`
  const { body } = await org.rest(`/tooling/query?q=${encodeURIComponent(soql)}`)
  return JSON.parse(JSON.stringify(body)).records[0]
}
const finished = async (name: string): Promise<void> => {
  await expect.poll(async () => (await processOf(name)).Status, { timeout: 10_000 }).toBe('Completed')
}

test('a sandbox is a copy of production that one may enter with sandboxAuth', async () => {
  const created = await post('/tooling/sobjects/SandboxInfo', {
    SandboxName: 'dev1',
    LicenseType: 'Developer',
  })
  expect(created.status).toBe(201)
  await finished('dev1')
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
