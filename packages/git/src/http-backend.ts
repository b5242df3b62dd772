import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { GitError } from './errors.ts'
import { startGit } from './git.ts'
import type { GitCommand, Repository } from './git.ts'
import { packetLine } from './packet-line.ts'
import { type Remark, withRemark } from './side-band-remark.ts'

/** The two services of Git's smart HTTP protocol, as their URLs spell them. */
export type GitService = 'git-upload-pack' | 'git-receive-pack'

/** One request of gitprotocol-http(5), after its caller has been authenticated. */
export interface GitHttpRequest {
  readonly repository: Repository
  readonly service: GitService
  /** `GET info/refs` lists what there is; `POST <service>` exchanges objects and carries a body. */
  readonly exchange: { readonly body: AsyncIterable<Uint8Array> } | null
  /** The `Git-Protocol` header. */
  readonly protocol?: string | undefined
  readonly config?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  /** Explains what receive-pack says to a client with a side band. */
  readonly remark?: Remark | undefined
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

/** `ended` settles when Git has: raises GitError, after which `body` has been cut off. */
export interface GitHttpResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
  readonly ended: Promise<void>
}

/** Serves one smart HTTP request with upload-pack or receive-pack. Access is the caller's business. */
export function serveGitHttp(request: GitHttpRequest): GitHttpResponse {
  const { service, exchange } = request
  const git = startGit(commandOf(request))
  const body = new PassThrough()
  if (exchange === null) {
    // Version 2 replies begin with their own header; receive-pack never speaks it.
    if (!speaksVersion2(request)) body.write(`${packetLine(`# service=${service}\n`)}0000`)
    git.stdin.end()
  } else {
    pipeline(Readable.from(exchange.body), git.stdin).catch(() => git.kill())
  }
  const { remark } = request
  const answer = remark === undefined ? git.stdout : Readable.from(withRemark(git.stdout, remark))
  const ended = Promise.all([pipeline(answer, body, { end: false }), git.ended]).then(
    () => void body.end(),
    (error: unknown) => {
      git.kill()
      body.destroy()
      throw error
    },
  )
  ended.catch(() => undefined)
  body.once('close', () => git.kill())
  const kind = exchange === null ? 'advertisement' : 'result'
  return {
    headers: {
      'content-type': `application/x-${service}-${kind}`,
      'cache-control': 'no-cache, max-age=0, must-revalidate',
    },
    body,
    ended,
  }
}

function commandOf(request: GitHttpRequest): GitCommand {
  const { repository, service, exchange, signal } = request
  return {
    repository,
    args: [
      service.slice('git-'.length),
      '--stateless-rpc',
      ...(exchange === null ? ['--advertise-refs'] : []),
      repository.gitDir,
    ],
    env: { ...request.env, ...(speaksVersion2(request) && { GIT_PROTOCOL: 'version=2' }) },
    config: {
      'uploadpack.allowFilter': 'true',
      'transfer.hideRefs': 'refs/sluice',
      'receive.autogc': 'false',
      'receive.denyDeleteCurrent': 'refuse',
      'core.logAllRefUpdates': 'false',
      ...request.config,
    },
    signal,
    ...(request.timeoutMs === undefined ? {} : { timeoutMs: request.timeoutMs }),
  }
}

function speaksVersion2({ service, protocol }: GitHttpRequest): boolean {
  return service === 'git-upload-pack' && (protocol ?? '').split(':').includes('version=2')
}

/**
 * The bytes of a request body after its content encoding (`gzip` or none), cut off with a `failed` error once they
 * exceed `maxBytes`: a small body must not grow without bound.
 */
export async function* decodeBody(options: {
  body: Readable
  encoding: string | undefined
  maxBytes: number
}): AsyncGenerator<Uint8Array> {
  const { body, encoding, maxBytes } = options
  const decoded = encoding === 'gzip' || encoding === 'x-gzip' ? body.pipe(createGunzip()) : body
  if (decoded !== body) body.once('error', (error) => decoded.destroy(error))
  let size = 0
  for await (const chunk of decoded) {
    if (!(chunk instanceof Uint8Array)) continue
    size += chunk.byteLength
    if (size > maxBytes) throw new GitError('failed', `The request holds more than ${maxBytes} bytes.`)
    yield chunk
  }
}
