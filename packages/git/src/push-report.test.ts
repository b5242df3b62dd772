import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeBody, serveGitHttp } from './http-backend.ts'
import { pushBranches } from './push.ts'
import { readPushRequest } from './push-commands.ts'
import { refusalReport } from './push-report.ts'
import { listen, type TestServer } from './testing/http-server.ts'
import { commit, newRepository, temporaryFolder } from './testing/repositories.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

const hash = '1'.repeat(40)
const commands = [
  { ref: 'refs/heads/a', oldHash: null, newHash: hash },
  { ref: 'refs/heads/b', oldHash: null, newHash: hash },
]

test('a client that asked for no report gets none', () => {
  expect(refusalReport({ commands, capabilities: ['ofs-delta'] }, 'No.')).toBeNull()
})

test('every ref is refused with the reason, as packet lines', () => {
  const report = refusalReport({ commands, capabilities: ['report-status'] }, 'No.')
  expect(String(report)).toBe('000eunpack ok\n0018ng refs/heads/a No.\n0018ng refs/heads/b No.\n0000')
})

test('a report longer than a packet of the side band is cut into several', () => {
  const many = Array.from({ length: 100 }, (_, n) => ({
    ref: `refs/heads/${n}`,
    oldHash: null,
    newHash: hash,
  }))
  const report = refusalReport({ commands: many, capabilities: ['report-status', 'side-band-64k'] }, 'No.')
  const packets: string[] = []
  for (let rest = String(report); rest !== '0000';) {
    const size = Number.parseInt(rest.slice(0, 4), 16)
    expect(rest[4]).toBe('\u0001')
    packets.push(rest.slice(5, size))
    rest = rest.slice(size)
  }
  expect(packets.length).toBeGreaterThan(1)
  expect(packets.join('')).toBe(
    String(refusalReport({ commands: many, capabilities: ['report-status'] }, 'No.')),
  )
})

/** A remote that takes the pack and refuses every ref for this reason. */
async function refusingRemote(reason: string): Promise<TestServer> {
  const repository = await newRepository(folder.path)
  const refuse = async (request: IncomingMessage, response: ServerResponse) => {
    const encoding = request.headers['content-encoding']
    const push = await readPushRequest(decodeBody({ body: request, encoding, maxBytes: 1_000_000 }))
    await buffer(Readable.from(push.body))
    response.writeHead(200, { 'content-type': 'application/x-git-receive-pack-result' })
    response.end(refusalReport(push, reason))
  }
  return await listen((request, response) => {
    if (request.method === 'POST') {
      refuse(request, response).catch(() => response.destroy())
      return
    }
    const served = serveGitHttp({ repository, service: 'git-receive-pack', exchange: null })
    response.writeHead(200, served.headers)
    served.body.pipe(response)
  })
}

test.each([
  ['reference already exists', 'rejectedNonFastForward'],
  ['failed to update ref', 'rejectedNonFastForward'],
  ['incorrect old value provided', 'rejectedNonFastForward'],
  ['protected branch hook declined', 'rejectedByRemote'],
])('a branch refused because of "%s" is %s', async (reason, code) => {
  const server = await refusingRemote(reason)
  const repository = await newRepository(folder.path)
  const commitHash = await commit(repository, { a: '1' })
  const updates = [{ branch: 'main', commitHash, expectedOldHash: null }]
  const pushing = pushBranches({ repository, remote: server.remote(), updates })
  await expect(pushing).rejects.toMatchObject({ code, message: expect.stringContaining(reason) })
  await server.close()
})
