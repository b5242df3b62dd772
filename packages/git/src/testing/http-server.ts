import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Repository } from '../git.ts'
import { decodeBody, serveGitHttp } from '../http-backend.ts'
import type { Remote } from '../remote.ts'

export interface TestServer {
  readonly origin: string
  /** Every `Authorization` header that arrived. */
  readonly authorizations: string[]
  /** Settles with the first request. */
  readonly asked: Promise<void>
  remote(extra?: Partial<Remote>): Remote
  close(): Promise<void>
}

/** Any HTTP server on a free port of the loopback address. */
export async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TestServer> {
  const authorizations: string[] = []
  const firstRequest = new EventEmitter()
  const asked = once(firstRequest, 'request').then(() => undefined)
  const server = createServer((request, response) => {
    firstRequest.emit('request')
    if (request.headers.authorization !== undefined) authorizations.push(request.headers.authorization)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    authorizations,
    asked,
    remote: (extra) => ({
      url: `${origin}/r.git`,
      allowHttpOrigin: origin,
      username: 'ada@example.com',
      password: 's3cret',
      ...extra,
    }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Serves one repository to `ada@example.com` with the password `s3cret`. */
export async function serveRepository(
  repository: Repository,
  config: Record<string, string> = {},
): Promise<TestServer> {
  const expected = `Basic ${Buffer.from('ada@example.com:s3cret').toString('base64')}`
  return await listen((request, response) => {
    if (request.headers.authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="test"' }).end()
      return
    }
    const url = new URL(request.url ?? '/', 'http://localhost')
    const service =
      /git-(upload|receive)-pack/.exec(url.href)?.[1] === 'receive' ? 'git-receive-pack' : 'git-upload-pack'
    const body = decodeBody({
      body: request,
      encoding: request.headers['content-encoding'],
      maxBytes: 100_000_000,
    })
    const served = serveGitHttp({
      repository,
      service,
      exchange: request.method === 'POST' ? { body } : null,
      protocol: String(request.headers['git-protocol'] ?? ''),
      config,
    })
    response.writeHead(200, served.headers)
    pipeline(served.body, response).catch(() => response.destroy())
  })
}
