import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** `live` says that the process answers, `ready` that everything it needs does too. */
export function registerHealth(app: FastifyInstance, ctx: Context): void {
  const { version, releaseDate } = ctx.config.product
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    const { ready, parts } = await ctx.readiness.check()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'notReady', parts })
  })
  app.get('/version', async () => ({ version, releaseDate }))
}
