import { once } from 'node:events'
import type { Repository } from '@sluice/git/git'
import { decodeBody, serveGitHttp } from '@sluice/git/http-backend'
import { type PushCommand, type PushRequest, readPushRequest } from '@sluice/git/push-commands'
import { refusalReport } from '@sluice/git/push-report'
import { openPushCheck } from '@sluice/git/push-check'
import type { Remark } from '@sluice/git/side-band-remark'
import { removeStaleLocks } from '@sluice/git/stale-locks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { recordFirstRead } from './first-read.ts'
import type { GrantedRequest } from './git-request.ts'
import { repositoryOnDisk } from './managed-repository.ts'
import { environmentBranches, recordPush } from './push-record.ts'
import type { PushRoom, pushRooms } from './push-room.ts'
import { isProtected, pushRefusal } from './push-rules.ts'
import { refusalOfCommits } from './pushed-commits.ts'
import { sendText } from './send-text.ts'

export type HostContext = Pick<Context, 'config' | 'database' | 'clock' | 'folders' | 'log' | 'passwords'>

const maxFetchRequestBytes = 16 * 1024 * 1024
const maxPushBytes = 2 * 1024 * 1024 * 1024
const fetchTimeoutMs = 15 * 60_000
/** Longer than the hour that the body of a push may take. */
const pushTimeoutMs = 70 * 60_000
/** Git holds the lock of a ref for moments, at the end of a push. */
const staleLockMs = 30 * 60_000

/** The listing of refs, and fetches. */
export async function serveRead(ctx: HostContext, git: GrantedRequest): Promise<FastifyReply> {
  const onDisk = repositoryOnDisk(ctx.folders.repositories, git.repository)
  const isFetch = git.request.method === 'POST'
  if (isFetch) await recordFirstRead(ctx, git)
  const body = isFetch ? bodyOf(git.request, maxFetchRequestBytes) : null
  return await runService(ctx, git, { onDisk, body, config: {} }).reply
}

export interface PushContext extends HostContext {
  readonly roomFor: ReturnType<typeof pushRooms>
}

/** A push: what it asks for is read before Git sees it, and recorded when Git has ended. */
export async function servePush(ctx: PushContext, git: GrantedRequest): Promise<FastifyReply> {
  const { caller, repository, request, reply } = git
  const onDisk = repositoryOnDisk(ctx.folders.repositories, repository)
  const push = await readPushRequest(bodyOf(request, maxPushBytes)).catch(() => null)
  if (push === null) return await sendText(reply, 400, 'The push could not be read.')
  const { commands, body } = push
  const branches = await environmentBranches(ctx, repository)
  const refusal = pushRefusal(caller, commands, branches)
  if (refusal !== null) return await refusePush(reply, push, refusal)
  const isOfJob = caller.kind === 'job'
  const isDeletion = commands.every(({ newHash }) => newHash === null)
  const room: PushRoom = isDeletion ? { bytes: maxPushBytes } : await ctx.roomFor(repository, { isOfJob })
  if ('refusal' in room) return await refusePush(reply, push, room.refusal)
  await removeStaleLocks(onDisk, { olderThanMs: staleLockMs })
  const rules = receiveConfig(isProtected(caller, commands, branches), room.bytes)
  // A job has checked what it pushes itself.
  const check = isOfJob
    ? null
    : await openPushCheck(onDisk, (pushed) => refusalOfCommits(ctx, git, { pushed, commands }))
  const served = runService(ctx, git, {
    onDisk,
    body,
    config: { ...rules, ...check?.config },
    env: check?.env ?? {},
    ...('most' in room && { remark: { about: 'exceeds maximum allowed size', sentence: room.most } }),
  })
  void served.ended.then(() => check?.close())
  void record(ctx, { git, commands, onDisk, ended: served.ended })
  return await served.reply
}

/** Git shows the sentence beside each ref, which it does not for an answer that comes before it has sent its pack. */
async function refusePush(reply: FastifyReply, push: PushRequest, refusal: string): Promise<FastifyReply> {
  const report = refusalReport(push, refusal)
  if (report === null) return await sendText(reply, 403, refusal)
  try {
    for await (const _ of push.body);
  } catch {
    return await sendText(reply, 400, 'The push could not be read.')
  }
  return await reply.type('application/x-git-receive-pack-result').send(report)
}

function bodyOf(request: FastifyRequest, maxBytes: number): AsyncIterable<Uint8Array> {
  return decodeBody({ body: request.raw, encoding: request.headers['content-encoding'], maxBytes })
}

function receiveConfig(touchesEnvironment: boolean, roomBytes: number): Record<string, string> {
  return {
    'receive.maxInputSize': String(Math.min(maxPushBytes, roomBytes)),
    'receive.denyNonFastForwards': String(touchesEnvironment),
    'receive.denyDeletes': String(touchesEnvironment),
  }
}

interface ServiceRun {
  readonly onDisk: Repository
  readonly body: AsyncIterable<Uint8Array> | null
  readonly config: Record<string, string>
  readonly env?: Readonly<Record<string, string>>
  readonly remark?: Remark
}

/** Starts Git and sends what it writes. A failure before its first byte becomes an answer, a later one cuts off. */
function runService(
  ctx: HostContext,
  { request, reply, service, repository, closed }: GrantedRequest,
  { onDisk, body, config, env = {}, remark }: ServiceRun,
): { reply: Promise<FastifyReply>; ended: Promise<void> } {
  if (closed.aborted) {
    return { reply: sendText(reply, 400, 'The connection is closed.'), ended: Promise.resolve() }
  }
  const served = serveGitHttp({
    repository: onDisk,
    service,
    exchange: body === null ? null : { body },
    protocol: request.headers['git-protocol']?.toString(),
    config,
    env,
    remark,
    signal: closed,
    timeoutMs: service === 'git-receive-pack' ? pushTimeoutMs : fetchTimeoutMs,
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
    if (!(await begun)) return await sendText(reply, 400, 'Git could not serve the request.')
    return await reply.headers(served.headers).send(served.body)
  }
  return { reply: send(), ended }
}

interface RecordedPush {
  readonly git: GrantedRequest
  readonly commands: readonly PushCommand[]
  readonly onDisk: Repository
  readonly ended: Promise<void>
}

async function record(ctx: HostContext, { git, commands, onDisk, ended }: RecordedPush): Promise<void> {
  if (commands.length === 0) return
  const { caller, repository, request } = git
  try {
    // Not before Git has ended, and also when the client has hung up meanwhile.
    await ended
    await recordPush(ctx, { caller, repository, onDisk, commands, ipAddress: request.ip })
  } catch (error) {
    ctx.log.error({ err: error, repositoryId: repository.id }, 'a push could not be recorded')
  }
}
