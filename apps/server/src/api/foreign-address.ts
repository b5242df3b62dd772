import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import { isOwnHost, isOwnPage } from '../platform/http/own-address.ts'

/** Calls that name another host, and those of pages of other sites, end before anything is looked up for them. */
export function refuseForeignAddresses(app: FastifyInstance, { config }: Context): void {
  app.addHook('onRequest', async ({ routeOptions, headers }) => {
    if (!routeOptions.url?.startsWith('/api/')) return
    if (!isOwnHost(config, headers)) {
      const detail = `This server is reached at ${config.publicUrl}. A proxy in front must pass the Host header on.`
      throw new AppError('invalidRequestData', { status: 421, detail })
    }
    if (!isOwnPage(config, headers)) {
      throw new AppError('userNotAuthorized', { detail: 'Pages of other sites may not make this call.' })
    }
  })
}
