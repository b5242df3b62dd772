import { afterAll, beforeAll, expect, test } from 'vitest'
import { apexClass, manifest, TestOrg } from '../testing/client.ts'

let org: TestOrg
beforeAll(async () => {
  org = await TestOrg.start()
})
afterAll(() => org.stop())

const used = async (): Promise<number> => {
  const { headers } = await org.rest('/limits')
  return Number(/api-usage=(\d+)\//.exec(headers.get('sforce-limit-info') ?? '')?.[1])
}

test('every call counts, over both doors, but not the question how a deployment stands', async () => {
  const before = await used()
  await org.soap('<describeMetadata><asOfVersion>68.0</asOfVersion></describeMetadata>')
  expect(await used()).toBe(before + 2)
  const id = await org.startDeploy({
    'package.xml': manifest({ ApexClass: ['Counted'] }),
    ...apexClass('Counted', 'public class Counted {}'),
  })
  await org.waitForDeploy(id)
  await org.rest(`/metadata/deployRequest/${id}`)
  expect(await used()).toBe(before + 4)
})

test('answers are packed for those who ask for it', async () => {
  const asked = await org.rest('/sobjects', { headers: { 'accept-encoding': 'gzip' } })
  expect(asked.headers.get('content-encoding')).toBe('gzip')
  const plain = await org.rest('/sobjects', { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(asked.body).toEqual(plain.body)
})

test('an address of more than 16 KB is refused', async () => {
  const response = await fetch(`${org.origin}/services/data/v68.0/query?q=${'x'.repeat(17_000)}`)
  expect(response.status).toBe(431)
})

test.each([
  ['20.0', 410, 'GONE'],
  ['69.0', 404, 'NOT_FOUND'],
])('version %s answers %i', async (version, status, errorCode) => {
  const headers = { authorization: `Bearer ${org.token}` }
  const response = await fetch(`${org.origin}/services/data/v${version}/limits`, { headers })
  expect([response.status, await response.json()]).toMatchObject([status, [{ errorCode }]])
})

const handshake = async (authorization: string): Promise<unknown> => {
  const response = await fetch(`${org.origin}/cometd/68.0`, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify([{ channel: '/meta/handshake', version: '1.0', id: '7' }]),
  })
  return response.json()
}

test('the streaming handshake names a client, and refuses without a session', async () => {
  expect(await handshake(`OAuth ${org.token}`)).toMatchObject([
    { id: '7', channel: '/meta/handshake', successful: true, clientId: expect.stringMatching(/^\w{26}$/) },
  ])
  expect(await handshake('OAuth nobody')).toMatchObject([
    { successful: false, error: expect.stringContaining('401') },
  ])
})

test('date and time come in whole seconds with +0000', async () => {
  const soql = encodeURIComponent('SELECT CreatedDate FROM Organization')
  const { body } = await org.rest(`/query?q=${soql}`)
  const format = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.000\+0000$/
  expect(body).toMatchObject({ records: [{ CreatedDate: expect.stringMatching(format) }] })
  const record = await org.rest(`/sobjects/Organization/${org.orgId}?fields=CreatedDate`)
  expect(record.body).toMatchObject({ CreatedDate: expect.stringMatching(format) })
})

const groupId = async (): Promise<string> => {
  const { body } = await org.rest('/sobjects/Group', { method: 'POST', body: '{"Name":"Written"}' })
  return typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : ''
}

test.each([
  ['Group', { Nope: 'x' }, 'INVALID_FIELD'],
  ['Group', { Name: 7 }, 'JSON_PARSER_ERROR'],
])('a record call for %s with %j answers %s', async (object, fields, errorCode) => {
  const body = JSON.stringify(fields)
  const created = await org.rest(`/sobjects/${object}`, { method: 'POST', body })
  expect(created).toMatchObject({ status: 400, body: [{ errorCode }] })
  const updated = await org.rest(`/sobjects/${object}/${await groupId()}`, { method: 'PATCH', body })
  expect(updated).toMatchObject({ status: 400, body: [{ errorCode }] })
})

test.each([
  [{ SandboxName: 'one', LicenseType: 'DEVELOPER', Nope: 1 }, 'INVALID_FIELD'],
  [{ SandboxName: 'one', LicenseType: 'DEVELOPER', AutoActivate: 'yes' }, 'JSON_PARSER_ERROR'],
])('a sandbox with %j is refused with %s', async (fields, errorCode) => {
  const body = JSON.stringify(fields)
  const answer = await org.rest('/tooling/sobjects/SandboxInfo', { method: 'POST', body })
  expect(answer).toMatchObject({ status: 400, body: [{ errorCode }] })
})
