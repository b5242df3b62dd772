import { afterEach, expect, test } from 'vitest'
import { openConnection } from './connection.ts'
import { listMetadata } from './metadata/list.ts'
import { getJson } from './rest.ts'
import { answerJson } from '../../http/src/testing/scripted-server.ts'
import { answerSoap, startScriptedServer, type ScriptedServer } from './testing/scripted-server.ts'
import { onlyOrigins } from '@sluice/http/address-policy'
import { type ApiUsageWatch, readLimitInfo } from './api-usage-count.ts'

let server: ScriptedServer | undefined
afterEach(async () => server?.close())

/** An org that says its usage to REST calls only, as Salesforce does. */
async function connect(watchUsage: ApiUsageWatch) {
  server = await startScriptedServer(({ path }, response) => {
    if (path.includes('/Soap/')) return answerSoap(response, 'listMetadata', '')
    response.setHeader('sforce-limit-info', 'api-usage=900/1000')
    return answerJson(response, 200, {})
  })
  const addresses = onlyOrigins(server.origin)
  return openConnection({ instanceUrl: server.origin, accessToken: 't', addresses, watchUsage })
}

test('calls are counted from what the org said last, and new work is asked about before it is sent', async () => {
  const heard: string[] = []
  const connection = await connect(async ({ used, limit }, { isNewWork }) => {
    heard.push(`${used}/${limit} ${isNewWork ? 'new work' : 'told'}`)
  })
  await listMetadata(connection, [{ type: 'ApexClass' }])
  await getJson(connection, '/limits')
  for (let call = 0; call < 2; call++) await listMetadata(connection, [{ type: 'ApexClass' }])
  expect(heard).toEqual(['900/1000 told', '901/1000 new work', '902/1000 new work'])
})

test('new work that the watch refuses is not sent', async () => {
  const connection = await connect(async (_, { isNewWork }) => {
    if (isNewWork) throw new Error('enough')
  })
  await getJson(connection, '/limits')
  await expect(listMetadata(connection, [{ type: 'ApexClass' }])).rejects.toThrow('enough')
  expect(server?.requests).toHaveLength(1)
})

test('a watch that fails does not hide what a call has done', async () => {
  const connection = await connect(() => Promise.reject(new Error('the database is away')))
  const status = await connection.request(
    () => ({ method: 'POST', path: '/deploy', idempotent: false }),
    async (reply) => reply.status,
  )
  expect(status).toBe(200)
  await expect(getJson(connection, '/limits')).rejects.toThrow('away')
})

test.each([
  ['api-usage=18/5000', { used: 18, limit: 5_000 }],
  ['api-usage=18/5000; per-app-api-usage=17/250(appName=sample)', { used: 18, limit: 5_000 }],
  ['per-app-api-usage=17/250(appName=sample)', null],
  ['', null],
  [undefined, null],
])('the header %s means %j', (header, usage) => {
  expect(readLimitInfo(header)).toEqual(usage)
})
