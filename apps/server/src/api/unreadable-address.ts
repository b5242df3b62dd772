import type { FastifyInstance } from 'fastify'
import { AppError } from '../platform/app-error.ts'

/** Requests whose address cannot be read are routed here, so that they get the headers and the form of every answer. */
const refusedAddress = '/unreadable-address'

/** The address to route a request by: its own when its path can be decoded and it holds no NUL. */
export function routedAddress(url: string): string {
  if (url.includes('%00')) return refusedAddress
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return url
  } catch {
    return refusedAddress
  }
}

export function refuseUnreadableAddresses(app: FastifyInstance): void {
  app.all(refusedAddress, {
    onRequest: () => {
      throw new AppError('invalidRequestData', { detail: 'The address cannot be read.' })
    },
    handler: async (_request, reply) => reply.callNotFound(),
  })
}
