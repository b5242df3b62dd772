import { api } from '@sluice/contract/api'
import type { Route } from '@sluice/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { authenticate, originOf, signInFirst } from './authenticate.ts'
import { authorize } from './authorize.ts'
import type { FileAnswer } from '../operations/operation.ts'
import { handlers } from './handlers.ts'
import { rateLimitOf, signInLimit } from './rate-limits.ts'
import { isScoped } from './scope.ts'
import { fileHeaders } from './file-headers.ts'
import { acceptPlainText } from './plain-text.ts'
import { requireUsableBody } from './usable-body.ts'

/** An operation as the dispatcher sees it: the table has matched its types with those of its route. */
type AnyOperation = (ctx: Context, request: object) => Promise<unknown>

/** Every call of the contract: authenticate, authorize, validate, handle, answer. */
export function registerRoutes(app: FastifyInstance, ctx: Context): void {
  registerWhere(app, ctx, ({ bodyType }) => bodyType !== 'text')
  void app.register(async (scope) => {
    acceptPlainText(scope)
    registerWhere(scope, ctx, ({ bodyType }) => bodyType === 'text')
  })
}

function registerWhere(app: FastifyInstance, ctx: Context, isMeant: (route: Route) => boolean): void {
  const signIns = signInLimit(ctx)
  for (const [concept, routes] of Object.entries(api)) {
    for (const [name, route] of Object.entries<Route>(routes)) {
      if (!isMeant(route)) continue
      const hooks = route.rate === 'signIn' ? signIns : {}
      registerRoute(app, ctx, { route, hooks, operation: operationOf(concept, name) })
    }
  }
}

function operationOf(concept: string, name: string): AnyOperation {
  const group: unknown = Reflect.get(handlers, concept)
  const operation: unknown =
    typeof group === 'object' && group !== null ? Reflect.get(group, name) : undefined
  if (typeof operation !== 'function') throw new Error(`The call ${concept}.${name} has no operation.`)
  return async (ctx, request) => operation(ctx, request)
}

interface RegisteredRoute {
  readonly route: Route
  readonly hooks: Partial<ReturnType<typeof signInLimit>>
  readonly operation: AnyOperation
}

function registerRoute(
  app: FastifyInstance,
  ctx: Context,
  { route, hooks, operation }: RegisteredRoute,
): void {
  requireScopes(route)
  const response = route.responseType === 'text' ? undefined : route.response
  app.route({
    method: route.method,
    url: `/api${route.path}`,
    schema: {
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
      ...(response && { response: { 200: response } }),
    },
    config: { rateLimit: rateLimitOf(ctx, route) },
    ...(route.bodyBytesAtMost !== undefined && { bodyLimit: route.bodyBytesAtMost }),
    ...hooks,
    preValidation: [
      async (request) => {
        request.caller = await authenticate(ctx, request)
        if (route.access !== 'anonymous' && !request.caller) throw signInFirst()
        request.actor = await actorOf(ctx, route, request)
      },
      async ({ body }) => requireUsableBody(body),
    ],
    handler: async (request, reply) => {
      const { params, query, body, caller, actor } = request
      const answer = await operation(ctx, { params, query, body, caller, actor, origin: originOf(request) })
      return send(reply, route, answer)
    },
  })
}

/** Deny by default: an id in an address without a rule for it is a mistake of ours. */
function requireScopes({ path, access, isOpenedByToken }: Route): void {
  const ids = [...path.matchAll(/:(\w+Id)\b/g)].map(([, name]) => name ?? '')
  const unknown = ids.find((name) => !isScoped(name))
  if (unknown !== undefined) throw new Error(`Nothing says where ${unknown} of ${path} belongs.`)
  if (isOpenedByToken) return
  const isFree = access === 'anonymous' || access === 'signedIn'
  if (isFree === ids.includes('workspaceId'))
    throw new Error(`The access of ${path} does not fit its address.`)
}

const addressIds = z.record(z.string(), z.string())

async function actorOf(ctx: Context, { access }: Route, request: FastifyRequest) {
  if (access === 'anonymous' || access === 'signedIn' || !request.caller) return null
  const ids = addressIds.parse(request.params)
  return authorize(ctx, { operation: access, ids, caller: request.caller, origin: originOf(request) })
}

function send(reply: FastifyReply, route: Route, answer: unknown): FastifyReply {
  void reply.header('cache-control', 'no-store')
  if (isFile(route, answer)) return reply.headers(fileHeaders(answer)).send(answer.content)
  if (route.responseType === 'text') void reply.type('text/plain; charset=utf-8')
  return route.response ? reply.send(answer) : reply.code(204).send()
}

const isFile = (route: Route, answer: unknown): answer is FileAnswer =>
  route.responseType === 'file' && typeof answer === 'object' && answer !== null && 'content' in answer
