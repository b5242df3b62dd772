import { constants, Http2ServerRequest, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a request may take; without it `bodyMs` of the deadlines. */
    bodyMs?: number
  }
}

/** How long a client may take, in milliseconds; Node itself has one number for all routes (decision 13). */
export interface RequestDeadlines {
  /** For the head of a request. */
  readonly headMs: number
  /** Without a byte, where the next one is the client's to send or to take. */
  readonly idleMs: number
  /** For a body. */
  readonly bodyMs: number
}

export const requestDeadlines: RequestDeadlines = { headMs: 15_000, idleMs: 30_000, bodyMs: 5 * 60_000 }

/** How often Node looks for late heads. */
const checkingIntervalMs = 1_000

/** For `Fastify({ http })`: the deadline of the head, which Node keeps itself. */
export const headDeadline = ({ headMs }: RequestDeadlines) => ({
  headersTimeout: headMs,
  connectionsCheckingInterval: Math.min(headMs / 4, checkingIntervalMs),
})

/**
 * Ends requests whose client is late, on every route: an unfinished request must not hold a connection, or a place
 * of the Git host, for ever. The time that the server itself takes does not count.
 */
export function limitRequestTime(app: FastifyInstance, { idleMs, bodyMs }: RequestDeadlines): void {
  const current = new WeakMap<Socket, FastifyReply>()
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    const stream = streamOf(raw)
    const end = stream ? () => stream.close(constants.NGHTTP2_CANCEL) : () => endLate(app, raw.socket, reply)
    if (stream) limitIdleStream(stream, reply, idleMs)
    else current.set(raw.socket, reply)
    const late = setTimeout(() => {
      if (!raw.complete) end()
    }, routeOptions.config.bodyMs ?? bodyMs)
    raw.once('close', () => clearTimeout(late))
    reply.raw.once('close', () => clearTimeout(late))
  })
  app.server.setTimeout(idleMs, (socket: Socket | ServerHttp2Session) => {
    // A session of HTTP/2 lets the streams that it has come to their end, and takes no more.
    if (!(socket instanceof Socket)) return socket.close()
    const reply = current.get(socket)
    if (reply === undefined || reply.raw.closed) return void socket.destroy()
    if (waitsForClient(socket, reply)) return endLate(app, socket, reply)
    socket.setTimeout(idleMs)
  })
}

/** The stream of a request that came over HTTP/2, which shares its connection with others. */
function streamOf(request: object): ServerHttp2Stream | null {
  return request instanceof Http2ServerRequest ? request.stream : null
}

function limitIdleStream(
  stream: ServerHttp2Stream,
  { request: { raw } }: FastifyReply,
  idleMs: number,
): void {
  stream.setTimeout(idleMs, () => {
    const waitsForBytes = !raw.complete && raw.readableLength === 0
    if (waitsForBytes || stream.writableLength > 0) stream.close(constants.NGHTTP2_CANCEL)
  })
}

/** Bytes that have arrived and that nobody has read are waiting for the server, not for the client. */
function waitsForClient(socket: Socket, { request: { raw } }: FastifyReply): boolean {
  return (!raw.complete && raw.readableLength === 0) || socket.writableLength > 0
}

/** The framework answers 408 as it does for a late head, where no answer has begun. */
function endLate(app: FastifyInstance, socket: Socket, reply: FastifyReply): void {
  if (reply.raw.headersSent) return void socket.destroy()
  const error = Object.assign(new Error('The request took too long.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  app.server.emit('clientError', error, socket)
}
