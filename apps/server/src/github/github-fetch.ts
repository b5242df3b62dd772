import type { AddressPolicy } from '@sluice/http/address-policy'
import { send } from '@sluice/http/send'

const mebibyte = 1024 * 1024
const limits = {
  connectMs: 10_000,
  firstByteMs: 30_000,
  idleMs: 10_000,
  totalMs: 60_000,
  maxReplyBytes: 16 * mebibyte,
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const withoutBody = new Set([204, 205, 304])

interface FetchRequest {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/**
 * A `fetch` for the client library that opens its connections as all calls of this server do: to checked addresses only, through
 * the proxy and with the authorities of the settings. It follows no redirect.
 */
export function fetchThrough(addresses: AddressPolicy) {
  return async (url: string, request: FetchRequest = {}): Promise<Response> => {
    const method = methods.find((known) => known === (request.method ?? 'GET'))
    if (method === undefined) throw new TypeError(`The method ${request.method} is not used.`)
    const bytes = typeof request.body === 'string' ? Buffer.from(request.body) : undefined
    const exchange = {
      method,
      peer: 'GitHub',
      url: new URL(url),
      headers: { ...request.headers },
      body: bytes && { length: bytes.length, open: () => [bytes] },
      idempotent: method === 'GET',
      limits,
      addresses,
    }
    return await send(exchange, async (reply) => {
      const pieces: Buffer[] = []
      for await (const piece of reply.body) pieces.push(piece)
      const headers = new Headers()
      for (const [name, value] of Object.entries(reply.headers))
        // The body is decompressed already.
        if (value !== undefined && !/^content-(encoding|length)$/.test(name)) headers.set(name, String(value))
      const body = withoutBody.has(reply.status) ? null : Buffer.concat(pieces)
      return new Response(body, { status: reply.status, headers })
    })
  }
}
