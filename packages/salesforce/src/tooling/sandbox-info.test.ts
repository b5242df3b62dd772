import { afterEach, expect, test } from 'vitest'
import { answerJson, type Script } from '../../../http/src/testing/scripted-server.ts'
import { startScriptedServer, type ScriptedServer } from '../testing/scripted-server.ts'
import { deleteSandbox, findSandbox } from './sandbox-info.ts'

let server: ScriptedServer | undefined
afterEach(async () => server?.close())

async function serve(script: Script): Promise<ScriptedServer> {
  server = await startScriptedServer(script)
  return server
}

const soqlOf = (path = '') => new URL(path, 'http://x').searchParams.get('q') ?? ''

test('a sandbox is found by its name or its id, and a deleted one is not', async () => {
  const rows = [
    { Id: '0GQ1', SandboxName: 'qa', IsDeleted: true },
    { Id: '0GQ2', SandboxName: 'qa', LicenseType: 'FULL', IsDeleted: false },
  ]
  const { connection, requests } = await serve((request, response) =>
    answerJson(response, 200, {
      done: true,
      records: request.path.includes('Id%20%3D') ? rows.slice(0, 1) : rows,
    }),
  )
  expect(await findSandbox(connection(), { name: "q'a" })).toEqual({
    id: '0GQ2',
    name: 'qa',
    licenseType: 'FULL',
  })
  expect(await findSandbox(connection(), { id: '0GQ1' })).toBeNull()
  expect(requests.map(({ path }) => path).every((path) => path.includes('/tooling/query'))).toBe(true)
  expect(soqlOf(requests[0]?.path)).toContain(String.raw`WHERE SandboxName = 'q\'a'`)
})

test('a deletion says whether there was something to delete', async () => {
  let isThere = true
  const { connection, requests } = await serve((_request, response) => {
    if (!isThere) return answerJson(response, 404, [{ errorCode: 'NOT_FOUND', message: 'Gone.' }])
    isThere = false
    response.writeHead(204).end()
  })
  expect(await deleteSandbox(connection(), '0GQ1')).toBe(true)
  expect(await deleteSandbox(connection(), '0GQ1')).toBe(false)
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
    Array.from({ length: 2 }, () => 'DELETE /services/data/v68.0/tooling/sobjects/SandboxInfo/0GQ1'),
  )
})

test('a deletion that is refused says why, and one without an answer that nobody knows', async () => {
  const refused = await serve((_request, response) =>
    answerJson(response, 400, [{ errorCode: 'INVALID_STATUS', message: 'Too young.' }]),
  )
  await expect(deleteSandbox(refused.connection(), '0GQ1')).rejects.toMatchObject({
    code: 'fault',
    message: 'INVALID_STATUS: Too young.',
    outcomeUnknown: false,
  })
  await refused.close()
  const broken = await serve((_request, response) => void response.socket?.destroy())
  await expect(deleteSandbox(broken.connection(), '0GQ1')).rejects.toMatchObject({ outcomeUnknown: true })
  expect(broken.requests).toHaveLength(1)
})
