import { connect } from 'node:http2'
import { request } from 'node:https'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createBareRepository } from '@sluice/git/init'
import { listRemoteRefs } from '@sluice/git/ls-remote'
import { pushBranches } from '@sluice/git/push'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createObjectTree } from '../api/testing/object-tree.ts'
import { TestApp } from '../api/testing/test-app.ts'
import { builtInGitHost } from '../git-host/built-in-git-host.ts'
import { git } from '../git-host/testing/plain-git.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { companyAuthority } from '../testing/certificates.ts'
import { createTestContext } from '../testing/test-context.ts'
import { type Entrance, startApi } from './entrances.ts'
import { findPort } from './port.ts'

const { authority, server } = companyAuthority(['localhost'])
const folder = await mkdtemp(join(tmpdir(), 'sluice-tls-'))
const port = await findPort('127.0.0.1', 0)
const origin = `https://localhost:${port}`

let app: TestApp
let entrance: Entrance
let opened: Awaited<ReturnType<typeof createTestContext>>
beforeAll(async () => {
  opened = await createTestContext({
    gitHost: builtInGitHost,
    settings: {
      SLUICE_PORT: String(port),
      SLUICE_PUBLIC_URL: origin,
      SLUICE_TLS_CERT: server.cert,
      SLUICE_TLS_KEY: server.key,
      SLUICE_PRACTICE_ORG_URL: '',
      SLUICE_RATE_LIMIT_FACTOR: '0',
    },
  })
  app = new TlsApp(opened.ctx, origin, opened.ownerUrl)
  entrance = await startApi(opened.ctx)
})
afterAll(async () => {
  await entrance.stop()
  await opened.close()
  await rm(folder, { recursive: true, force: true })
})

/** Calls as a program does that trusts the authority of the certificate. */
class TlsApp extends TestApp {
  override fetch(path: string, init: RequestInit = {}, accessToken?: string): Promise<Response> {
    const headers = new Headers(init.headers)
    if (accessToken !== undefined) headers.set('authorization', `Bearer ${accessToken}`)
    const options = { ca: authority, method: init.method ?? 'GET', headers: Object.fromEntries(headers) }
    return new Promise((resolve, reject) => {
      const call = request(`${origin}/api${path}`, options, (answer) => {
        text(answer).then(
          (body) => resolve(new Response(body || null, { status: answer.statusCode ?? 0 })),
          reject,
        )
      })
      call.once('error', reject)
      call.end(typeof init.body === 'string' ? init.body : undefined)
    })
  }
}

interface Http2Answer {
  status: number
  protocol: string | undefined
  body: string
}

async function askByHttp2(headers: Record<string, string>, body = ''): Promise<Http2Answer> {
  const session = connect(origin, { ca: authority })
  try {
    const stream = session.request(headers, { endStream: body === '' })
    const status = new Promise<number>((resolve) => {
      stream.once('response', (answer) => resolve(Number(answer[':status'])))
    })
    if (body !== '') stream.end(body)
    const received = await text(stream)
    return { status: await status, protocol: session.alpnProtocol, body: received }
  } finally {
    session.close()
  }
}

const login = { ':method': 'POST', ':path': '/api/auth/login', 'content-type': 'application/json' }

test('browsers get the console and answers to calls over HTTP/2', async () => {
  expect(await askByHttp2({ ':path': '/health/live' })).toMatchObject({ status: 200, protocol: 'h2' })
  const refused = await askByHttp2(
    login,
    JSON.stringify({ username: 'nobody@example.com', password: 'wrong' }),
  )
  expect(refused).toMatchObject({ status: 401, body: expect.stringContaining('"type":"identity') })
})

test('a call over HTTP/2 that names another host is refused', async () => {
  expect(await askByHttp2({ ...login, ':authority': 'evil.example' }, '{}')).toMatchObject({ status: 421 })
})

test('calls and the hub work over HTTP/1.1 on the same port', async () => {
  const { accessToken, userId } = await app.signIn()
  const { ids } = await createObjectTree(app, { ...(await app.signIn()), userId })
  const socket = new WebSocket(`wss://localhost:${port}/api/workspaces/hub?workspaceId=${ids.workspaceId}`, {
    ca: authority,
  })
  const messages: string[] = []
  socket.on('message', (data: Buffer) => messages.push(data.toString()))
  socket.on('open', () => socket.send(JSON.stringify({ type: 'authenticate', accessToken })))
  await expect.poll(() => messages.some((message) => message.includes('stateIsComplete'))).toBe(true)
  socket.close()
})

test('a job pushes to the built-in Git host, whose certificate no public authority has signed', async () => {
  const { ctx } = app
  const { ids } = await createObjectTree(app, await app.signIn())
  const { workspaceId, stackId, jobId } = ids
  const { repository, credential } = await ctx.database.asSystem(async (tx) => {
    await tx.update(job).set({ status: 'Running', outcome: null }).where(eq(job.id, jobId))
    const made = await ctx.gitHost.createRepository(tx, { workspaceId, stackId, wantedName: 'main' })
    const repositoryId = made.id
    return {
      repository: made,
      credential: await ctx.gitHost.issueJobCredential(tx, { jobId, workspaceId, repositoryId }),
    }
  })
  const url = ctx.gitHost.urlOf(repository.name)
  const remote = { url, ...credential, ...(await ctx.outgoing.routeToRepository(url)) }
  const local = await createBareRepository({ gitDir: join(folder, 'job.git'), defaultBranch: 'main' })
  const tree = await git(local.gitDir, 'hash-object', '-t', 'tree', '-w', '/dev/null')
  const commitHash = await git(local.gitDir, 'commit-tree', '-m', 'First', tree)
  const first = { branch: 'main', commitHash, expectedOldHash: null }
  await pushBranches({ repository: local, remote, updates: [first] })
  expect(await listRemoteRefs({ remote })).toMatchObject({ branches: [{ name: 'main', commitHash }] })
})

test('a stop ends although browsers hold connections open', async () => {
  const session = connect(origin, { ca: authority })
  session.on('error', () => undefined)
  await text(session.request({ ':path': '/health/live' }))
  await entrance.stop()
  await expect.poll(() => session.closed || session.destroyed).toBe(true)
  entrance = await startApi(opened.ctx)
})
