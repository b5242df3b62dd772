import { once } from 'node:events'
import type { Repository } from '@sluice/git/git'
import { type GitService, decodeBody, serveGitHttp } from '@sluice/git/http-backend'
import { type PushCommand, readPushCommands } from '@sluice/git/push-commands'
import { removeStaleLocks } from '@sluice/git/stale-locks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { type GitCaller, isProtected, pushRefusal } from './git-access.ts'
import { type ManagedRepository, repositoryOnDisk } from './managed-repository.ts'
import { environmentBranches, recordPush } from './push-record.ts'
import { say } from './say.ts'

export type HostContext = Pick<Context, 'config' | 'database' | 'clock' | 'folders' | 'log'>

export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly service: GitService
  readonly caller: GitCaller
  readonly repository: ManagedRepository
}

const maxFetchRequestBytes = 16 * 1024 * 1024
const maxPushBytes = 2 * 1024 * 1024 * 1024
const timeoutMs = 15 * 60_000

/** The listing of refs, and fetches. */
export async function serveRead(ctx: HostContext, exchange: Exchange): Promise<FastifyReply> {
  const onDisk = repositoryOnDisk(ctx.folders.repositories, exchange.repository)
  const body = exchange.request.method === 'POST' ? bodyOf(exchange.request, maxFetchRequestBytes) : null
  return await answer(ctx, exchange, { onDisk, body, config: {} }).reply
}

/** A push: what it asks for is read before Git sees it, and written down when Git is done. */
export async function servePush(ctx: HostContext, exchange: Exchange): Promise<FastifyReply> {
  const { caller, repository, request, reply } = exchange
  const onDisk = repositoryOnDisk(ctx.folders.repositories, repository)
  const push = await readPushCommands(bodyOf(request, maxPushBytes)).catch(() => null)
  if (push === null) return await say(reply, 400, 'The push could not be read.')
  const { commands, body } = push
  const branches = await environmentBranches(ctx, repository)
  const refusal = pushRefusal(caller, commands, branches)
  if (refusal !== null) return await say(reply, 403, refusal)
  await removeStaleLocks(onDisk, { olderThanMs: timeoutMs * 2 })
  const served = answer(ctx, exchange, {
    onDisk,
    body,
    config: receiveConfig(isProtected(commands, branches)),
  })
  void record(ctx, { exchange, commands, onDisk, ended: served.ended })
  return await served.reply
}

function bodyOf(request: FastifyRequest, maxBytes: number): AsyncIterable<Uint8Array> {
  return decodeBody({ body: request.raw, encoding: request.headers['content-encoding'], maxBytes })
}

function receiveConfig(touchesEnvironment: boolean): Record<string, string> {
  return {
    'receive.maxInputSize': String(maxPushBytes),
    'receive.denyNonFastForwards': String(touchesEnvironment),
    'receive.denyDeletes': String(touchesEnvironment),
  }
}

/** Starts Git and sends what it says. A failure before its first byte becomes an answer, a later one cuts off. */
function answer(
  ctx: HostContext,
  { request, reply, service, repository }: Exchange,
  git: { onDisk: Repository; body: AsyncIterable<Uint8Array> | null; config: Record<string, string> },
): { reply: Promise<FastifyReply>; ended: Promise<void> } {
  const abort = new AbortController()
  reply.raw.once('close', () => abort.abort())
  const served = serveGitHttp({
    repository: git.onDisk,
    service,
    exchange: git.body === null ? null : { body: git.body },
    protocol: request.headers['git-protocol']?.toString(),
    config: git.config,
    signal: abort.signal,
    timeoutMs,
  })
  const ended = served.ended.catch((error: unknown) => {
    ctx.log.warn({ err: error, repositoryId: repository.id, service }, 'Git did not finish')
  })
  const begun = Promise.race([
    once(served.body, 'readable').then(() => true),
    served.ended.then(
      () => true,
      () => false,
    ),
  ])
  const send = async (): Promise<FastifyReply> => {
    if (!(await begun)) return await say(reply, 400, 'Git could not serve the request.')
    return await reply.headers(served.headers).send(served.body)
  }
  return { reply: send(), ended }
}

interface RecordedPush {
  readonly exchange: Exchange
  readonly commands: readonly PushCommand[]
  readonly onDisk: Repository
  readonly ended: Promise<void>
}

async function record(ctx: HostContext, { exchange, commands, onDisk, ended }: RecordedPush): Promise<void> {
  if (commands.length === 0) return
  const { caller, repository, request } = exchange
  try {
    // Not before Git is done, and also when the client went away meanwhile.
    await ended
    await recordPush(ctx, { caller, repository, onDisk, commands, ipAddress: request.ip })
  } catch (error) {
    ctx.log.error({ err: error, repositoryId: repository.id }, 'a push could not be recorded')
  }
}
