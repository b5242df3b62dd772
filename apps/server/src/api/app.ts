import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Context } from '../context.ts'
import type { Config } from '../platform/config/config.ts'
import { headDeadline, limitRequestTime, requestDeadlines } from '../platform/http/request-deadlines.ts'
import { readBuiltConsole, registerConsole } from './console.ts'
import { registerDocuments } from './documents.ts'
import { registerHealth } from './health.ts'
import { problemOf } from './problem.ts'
import { registerRoutes } from './routes.ts'
import { refuseForeignAddresses } from './foreign-address.ts'
import { registerSecurityHeaders } from './security-headers.ts'
import { refuseUnreadableAddresses, routedAddress } from './unreadable-address.ts'

const bodyLimitBytes = 1024 * 1024

interface AppOptions {
  /** Offered by the initialize dialog; the metadata engine's, which this entrance does not know. */
  defaultIncludeSpecs: string
}

/** The HTTP entrance, ready to listen. `main.ts` adds the Git host and the hub to the same server. */
export async function createApp(ctx: Context, options: AppOptions): Promise<FastifyInstance> {
  const app = openServer(ctx.config)
  limitRequestTime(app, requestDeadlines)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('caller', null)
  app.decorateRequest('actor', null)
  // Only JSON comes in: a form of another site can send plain text, but no JSON.
  app.removeContentTypeParser('text/plain')
  answerErrors(app, ctx)
  logCalls(app, ctx)
  const files = readBuiltConsole()
  await registerSecurityHeaders(app, ctx, files?.scriptDigests ?? [])
  refuseUnreadableAddresses(app)
  refuseForeignAddresses(app, ctx)
  await app.register(cors, { origin: [ctx.config.publicUrl], credentials: false, maxAge: 600 })
  await app.register(rateLimit, { global: false })
  registerHealth(app, ctx)
  registerDocuments(app, ctx)
  registerRoutes(app, ctx)
  registerConsole(app, ctx, { files, defaultIncludeSpecs: options.defaultIncludeSpecs })
  return app
}

function openServer({ listen, tls }: Config): FastifyInstance {
  const options = {
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: listen.trustProxy,
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength: 4096 },
    rewriteUrl: ({ url }: { url?: string | undefined }) => routedAddress(url ?? '/'),
  }
  if (!tls)
    return Fastify({ ...options, forceCloseConnections: 'idle', http: headDeadline(requestDeadlines) })
  const { certificates, key } = tls
  // Programs, and browsers for the hub, speak HTTP/1.1 over the same port.
  const https = { cert: certificates.join('\n'), key, allowHTTP1: true, ...headDeadline(requestDeadlines) }
  const server: unknown = Fastify({ ...options, forceCloseConnections: true, http2: true, https })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the requests of HTTP/2 have the shape of those of HTTP/1.1
  return server as FastifyInstance
}

function answerErrors(app: FastifyInstance, ctx: Context): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { id: traceId, method, originalUrl } = request
    const instance = originalUrl.split('?')[0] ?? originalUrl
    const problem = problemOf(ctx, error, { traceId, instance, method })
    return reply
      .code(problem.status)
      .type('application/problem+json')
      .header('cache-control', 'no-store')
      .serializer(JSON.stringify)
      .send(problem)
  })
}

/** One line per call, by its route: addresses carry tokens of invitations and resets. */
function logCalls(app: FastifyInstance, ctx: Context): void {
  app.addHook('onResponse', async (request, reply) => {
    const { id: traceId, method, caller, routeOptions } = request
    if (!routeOptions.url?.startsWith('/api')) return
    const milliseconds = Math.round(reply.elapsedTime)
    const { statusCode: status } = reply
    ctx.log.info(
      { traceId, method, route: routeOptions.url, status, milliseconds, userId: caller?.userId },
      'call',
    )
  })
}
