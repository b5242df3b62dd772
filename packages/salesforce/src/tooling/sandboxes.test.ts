import { afterEach, expect, test } from 'vitest'
import { answerJson } from '../../../http/src/testing/scripted-server.ts'
import { startScriptedServer, type ScriptedServer } from '../testing/scripted-server.ts'
import { listSandboxes } from './sandboxes.ts'

let server: ScriptedServer | undefined
afterEach(async () => server?.close())

/** A production org with these records. */
async function orgWith(infos: unknown[], processes: unknown[]) {
  server = await startScriptedServer((request, response) =>
    answerJson(response, 200, {
      done: true,
      records: request.path.includes('SandboxProcess') ? processes : infos,
    }),
  )
  return server
}

const info = (id: string, changes: object = {}) => ({
  Id: id,
  SandboxName: 'dev',
  LicenseType: 'DEVELOPER',
  Description: null,
  ...changes,
})
const process = (sandboxId: string, changes: object = {}) => ({
  Id: '0GR000000000001AAA',
  SandboxInfoId: sandboxId,
  Status: 'Completed',
  SandboxOrganization: '00D000000000001',
  StartDate: '2026-11-01T08:00:00.000+0000',
  EndDate: '2026-11-01T09:00:00.000+0000',
  ActivatedDate: '2026-11-01T10:00:00.000+0000',
  ...changes,
})

test('a sandbox is in the state of its newest copying', async () => {
  const { connection, requests } = await orgWith(
    [info('0GQ000000000001AAA', { Description: 'For features' })],
    [
      process('0GQ000000000001', { Status: 'Pending Activation', EndDate: null }),
      process('0GQ000000000001AAA'),
    ],
  )
  expect(await listSandboxes(connection())).toEqual([
    {
      id: '0GQ000000000001AAA',
      name: 'dev',
      licenseType: 'DEVELOPER',
      description: 'For features',
      status: 'Pending Activation',
      orgId: '00D000000000001',
      started: '2026-11-01T08:00:00.000Z',
      ended: null,
      activated: '2026-11-01T10:00:00.000Z',
    },
  ])
  expect(requests.map(({ path }) => path.includes('/tooling/query'))).toEqual([true, true])
  expect(decodeURIComponent(requests[1]?.path ?? '')).toContain('ORDER BY CreatedDate DESC')
})

test('a sandbox without a copying has no state, and a copying without its sandbox is left out', async () => {
  const { connection } = await orgWith([info('0GQ000000000001AAA')], [process('0GQ000000000002AAA')])
  expect(await listSandboxes(connection())).toMatchObject([{ name: 'dev', status: null, orgId: null }])
})
