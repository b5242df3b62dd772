import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBareRepository } from '@sluice/git/init'
import { afterAll } from 'vitest'
import { answerRequest } from './stand-in-api.ts'
import { serveStandInGit } from './stand-in-git.ts'
import type { Fault, GitHubStandIn } from './stand-in-state.ts'

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
})

/** Listens before it is returned, because its address is part of the settings. */
async function openGitHubStandIn() {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-github-'))
  const faults: Fault[] = []
  let lastId = 1_000
  const server = createServer((request, response) => {
    void answer(standIn, request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const standIn: GitHubStandIn = {
    organization: 'acme',
    installationId: 77,
    publicKey: keys.publicKey,
    users: ['Grace', 'ada'],
    repositories: new Map(),
    tokens: [],
    tokenSeconds: 3_600,
    requests: [],
    gitTokens: [],
    settings: {
      SLUICE_GITHUB_ORGANIZATION: 'acme',
      SLUICE_GITHUB_APP_ID: '42',
      SLUICE_GITHUB_PRIVATE_KEY: keys.privateKey,
      SLUICE_GITHUB_URL: `http://127.0.0.1:${port}`,
    },
    addRepository: async (name, description) => {
      const gitDir = join(folder, `${randomBytes(6).toString('hex')}.git`)
      await createBareRepository({ gitDir, defaultBranch: 'main' })
      const made = { id: ++lastId, name, description, gitDir, people: [], invitations: [] }
      standIn.repositories.set(name, made)
      return made
    },
    refuse: (request, { isDone = false, body = { message: 'Refused' }, ...given }) =>
      void faults.push({ request, isDone, body, ...given }),
    revokeTokens: () => void standIn.tokens.splice(0),
    faultOf: (request) => {
      const index = faults.findIndex((fault) => fault.request === request)
      return index === -1 ? undefined : faults.splice(index, 1)[0]
    },
  }
  return {
    standIn,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answer(standIn: GitHubStandIn, request: IncomingMessage, response: ServerResponse) {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (!pathname.startsWith('/api/v3/')) return await serveStandInGit(standIn, request, response)
  const pieces: Buffer[] = []
  for await (const piece of request) if (Buffer.isBuffer(piece)) pieces.push(piece)
  const text = Buffer.concat(pieces).toString('utf8')
  const body: unknown = text === '' ? {} : JSON.parse(text)
  const path = pathname.slice('/api/v3'.length)
  const name = `${request.method} ${path}`
  standIn.requests.push(name)
  const fault = standIn.faultOf(name)
  const authorization = request.headers.authorization ?? ''
  const done =
    fault === undefined || fault.isDone
      ? await answerRequest(standIn, { name, body, authorization })
      : undefined
  const given = fault ?? done ?? { status: 500, body: {} }
  const headers = { 'content-type': 'application/json; charset=utf-8', ...given.headers }
  response.writeHead(given.status, headers)
  response.end(given.status === 204 ? undefined : JSON.stringify(given.body))
}

/** A GitHub for the tests of a file. */
export async function gitHubStandIn(): Promise<GitHubStandIn> {
  const { standIn, close } = await openGitHubStandIn()
  afterAll(close)
  return standIn
}
