import type { FastifyInstance, FastifyReply } from 'fastify'
import { recordVisit } from '../audit-log/record-audit.ts'
import { networkOf } from '../platform/client-network.ts'
import { failedAttempts } from '../platform/failed-attempts.ts'
import { authenticate, type CheckPassword } from './authenticate.ts'
import { closedSignal, type GitRequest } from './git-request.ts'
import { gitPlaces } from './git-places.ts'
import { limitConcurrency } from '../platform/limit-concurrency.ts'
import { passwordCheck } from './password-check.ts'
import { pushRooms } from './push-room.ts'
import { mayPush } from './push-rules.ts'
import { sendText } from './send-text.ts'
import { type HostContext, servePush, serveRead } from './serve-git.ts'

const failuresPerAddress = 50
const challenge = 'Basic realm="Sluice", charset="UTF-8"'
/** A push may take as long as its bytes keep coming. */
const pushBodyMs = 60 * 60_000

/** Smart HTTP at `/git/<name or id>.git` for members, collaborators and jobs; all others are refused. */
export async function registerGitHost(app: FastifyInstance, ctx: HostContext): Promise<void> {
  const handle = gitRequestHandler(ctx)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Packs are streamed to Git as they arrive; Fastify must not gather them.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.get<{ Params: { key: string }; Querystring: { service?: string } }>(
      '/git/:key/info/refs',
      async (request, reply) => {
        const { service } = request.query
        if (service !== 'git-upload-pack' && service !== 'git-receive-pack') {
          return await sendText(reply, 403, 'Only smart HTTP is served: use Git 1.6.6 or later.')
        }
        const closed = closedSignal(reply)
        return await handle({ request, reply, service, repositoryKey: request.params.key, closed })
      },
    )
    for (const service of ['git-upload-pack', 'git-receive-pack'] as const) {
      scope.post<{ Params: { key: string } }>(
        `/git/:key/${service}`,
        { config: service === 'git-receive-pack' ? { bodyMs: pushBodyMs } : {} },
        async (request, reply) => {
          const closed = closedSignal(reply)
          return await handle({ request, reply, service, repositoryKey: request.params.key, closed })
        },
      )
    }
  })
}

/** Authenticates a request, waits for a place and serves it. */
function gitRequestHandler(ctx: HostContext): (git: GitRequest) => Promise<FastifyReply> {
  const authenticateLimited = limitedAuthentication(ctx)
  const places = gitPlaces(ctx.config.gitPlaces)
  const roomFor = pushRooms(ctx)
  return async (git) => {
    const { request, reply, closed } = git
    const authentication = await authenticateLimited(git)
    if (authentication.answer === 'limited') {
      void reply.header('retry-after', String(authentication.waitSeconds))
      return await sendText(reply, 429, 'Too many wrong passwords or tokens. Try again later.')
    }
    if (authentication.answer === 'unknown') {
      void reply.header('www-authenticate', challenge)
      const sentence = 'Sign in with your Sluice e-mail address and password, or with a token.'
      return await sendText(reply, 401, sentence)
    }
    if (authentication.answer === 'notFound') {
      return await sendText(reply, 404, 'There is no such repository.')
    }
    const { caller, repository } = authentication
    const isPush = git.service === 'git-receive-pack'
    if (isPush && !mayPush(caller)) {
      return await sendText(reply, 403, 'You may read this repository but not change it.')
    }
    const { workspaceId } = repository
    if (caller.kind === 'administrator') {
      const visit = { workspaceId, actorUserId: caller.userId, details: { operation: git.service } }
      await ctx.database.asSystem((tx) => recordVisit(tx, { ...visit, ipAddress: request.ip }))
    }
    const work = { workspaceId, userId: caller.userId, isOfJob: caller.kind === 'job' }
    const leave = await places.enter(work, closed)
    if (leave === null) {
      void reply.header('retry-after', '5')
      return await sendText(reply, 503, 'Too many Git operations at once. Try again in a few seconds.')
    }
    if (closed.aborted) leave()
    else closed.addEventListener('abort', leave, { once: true })
    const granted = { ...git, caller, repository }
    if (!isPush || request.method !== 'POST') return await serveRead(ctx, granted)
    return await servePush({ ...ctx, roomFor }, granted)
  }
}

/**
 * An address with many failures gets no answer to further guesses, but a valid credential is served from everywhere:
 * colleagues share addresses, and jobs come from the server's own. Comparing passwords is slow on purpose, so those
 * from such addresses are compared a few at a time.
 */
function limitedAuthentication(ctx: HostContext) {
  const checkPassword = passwordCheck(ctx)
  const failures = failedAttempts({
    max: failuresPerAddress * ctx.config.rateLimitFactor,
    now: () => ctx.clock.now(),
  })
  const fewAtATime = limitConcurrency<object>({
    mayEnter: (_, inside) => inside.length < 2,
    mayWait: (_, waiting) => waiting.length < 100,
  })
  return async ({ request, repositoryKey, closed }: GitRequest) => {
    const { authorization } = request.headers
    const network = networkOf(request.ip)
    const waitSeconds = authorization === undefined ? 0 : failures.waitSeconds(network)
    const checkLimited: CheckPassword = async (emailAddress, password) => {
      const leave = await fewAtATime.enter({}, closed)
      return leave === null ? null : await checkPassword(emailAddress, password).finally(leave)
    }
    const check = waitSeconds > 0 ? checkLimited : checkPassword
    const authentication = await authenticate(ctx, check, { authorization, repositoryKey })
    if (authentication.answer !== 'unknown' || authentication.isOfJob) return authentication
    if (waitSeconds > 0) return { answer: 'limited', waitSeconds } as const
    if (authorization !== undefined) failures.add(network)
    return authentication
  }
}
