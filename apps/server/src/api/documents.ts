import { api } from '@sluice/contract/api'
import { toOpenApi } from '@sluice/contract/openapi'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { referencePage } from './reference-page.ts'

/** The contract as documents: for programs at `/openapi.json`, for people at `/api-reference`. */
export function registerDocuments(app: FastifyInstance, ctx: Context): void {
  const { name, version } = ctx.config.product
  const title = `${name} API`
  const openApi = JSON.stringify(toOpenApi(api, { title, version }))
  const page = referencePage(api, { name, version })
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json').send(openApi))
  app.get('/api-reference', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}
