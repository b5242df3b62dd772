import { afterEach, expect, test } from 'vitest'
import { fetchOrgTime } from './org-time.ts'
import { answerJson } from '../../http/src/testing/scripted-server.ts'
import { type ScriptedServer, startScriptedServer } from './testing/scripted-server.ts'

let server: ScriptedServer | undefined
afterEach(async () => server?.close())

async function orgTimeWith(header: string | null) {
  server = await startScriptedServer((_, response) => {
    if (header === null) response.sendDate = false
    else response.setHeader('date', header)
    answerJson(response, 200, [])
  })
  return await fetchOrgTime(server.connection())
}

test('the time of an org is that of its answer', async () => {
  expect(await orgTimeWith('Tue, 03 Mar 2026 04:05:06 GMT')).toEqual(new Date('2026-03-03T04:05:06Z'))
})

test.each([null, 'yesterday'])('an answer dated %s tells no time', async (header) => {
  expect(await orgTimeWith(header)).toBeNull()
})
