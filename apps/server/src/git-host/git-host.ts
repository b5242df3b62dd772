import type { GitService } from '@sluice/git/http-backend'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mayPush } from './git-access.ts'
import { failedAttempts } from './failed-attempts.ts'
import { type HostContext, servePush, serveRead } from './git-exchange.ts'
import { letIn } from './let-in.ts'
import { passwordCheck } from './password-check.ts'
import { say } from './say.ts'
import { turnstile } from './turnstile.ts'

const atATime = 12
const waitingAtMost = 100
const failuresPerAddress = 50
const challenge = 'Basic realm="Sluice", charset="UTF-8"'

/** Smart HTTP at `/git/<name or id>.git` for members, collaborators and jobs; nobody else gets in. */
export async function registerGitHost(app: FastifyInstance, ctx: HostContext): Promise<void> {
  const door = doorOf(ctx)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Packs are streamed to Git as they arrive; Fastify must not gather them.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.get<{ Params: { word: string }; Querystring: { service?: string } }>(
      '/git/:word/info/refs',
      async (request, reply) => {
        const { service } = request.query
        if (service !== 'git-upload-pack' && service !== 'git-receive-pack') {
          return await say(reply, 403, 'Only smart HTTP is served: use Git 1.6.6 or later.')
        }
        return await door({ request, reply, service, word: request.params.word })
      },
    )
    for (const service of ['git-upload-pack', 'git-receive-pack'] as const) {
      scope.post<{ Params: { word: string } }>(
        `/git/:word/${service}`,
        async (request, reply) => await door({ request, reply, service, word: request.params.word }),
      )
    }
  })
}

interface Visit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly service: GitService
  readonly word: string
}

/** Who may come in, and how many at a time. */
function doorOf(ctx: HostContext): (visit: Visit) => Promise<FastifyReply> {
  const checkPassword = passwordCheck(ctx)
  const gate = turnstile(atATime, waitingAtMost)
  const failures = failedAttempts({
    max: failuresPerAddress * ctx.config.rateLimitFactor,
    now: () => ctx.clock.now(),
  })
  return async ({ request, reply, service, word }) => {
    const { authorization } = request.headers
    const waitSeconds = authorization === undefined ? 0 : failures.waitSeconds(request.ip)
    if (waitSeconds > 0) {
      void reply.header('retry-after', String(waitSeconds))
      return await say(reply, 429, 'Too many wrong passwords or tokens. Try again later.')
    }
    const visitor = await letIn(ctx, checkPassword, { authorization, word })
    if (visitor.answer === 'unknown') {
      if (authorization !== undefined) failures.add(request.ip)
      void reply.header('www-authenticate', challenge)
      return await say(reply, 401, 'Sign in with your Sluice e-mail address and password, or with a token.')
    }
    if (visitor.answer === 'notFound') return await say(reply, 404, 'There is no such repository.')
    const { caller, repository } = visitor
    const isPush = service === 'git-receive-pack'
    if (isPush && !mayPush(caller))
      return await say(reply, 403, 'You may read this repository but not change it.')
    const leave = await gate.enter()
    if (leave === null) {
      void reply.header('retry-after', '5')
      return await say(reply, 503, 'Too many Git operations at once. Try again in a few seconds.')
    }
    reply.raw.once('close', leave)
    const serve = isPush && request.method === 'POST' ? servePush : serveRead
    return await serve(ctx, { request, reply, service, caller, repository })
  }
}
