import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps, type RequestOptions } from 'node:https'
import type { HttpReply, HttpRequest, RequestBody } from './messages.ts'
import {
  type HttpProxy,
  isAllowedOrigin,
  lookupBy,
  refuseUnsafeLiteral,
  unsafeAddress,
} from './address-policy.ts'
import { agentFor } from './agents.ts'
import { bodyOf } from './reply-body.ts'
import type { TunnelExtras } from './tunnel-agent.ts'
import { watchExchange, type Watch } from './watch.ts'

/**
 * The only place that opens a socket to Salesforce, GitHub and the receivers of webhooks. Follows no redirect. Why it is not `fetch`:
 * decision 12.
 * `read` gets the reply whatever its status; the connection ends when `read` is done.
 * @throws HttpError `network`, `lostReply`, `timeout`, `aborted`, `unsafeAddress`, `tooLarge`
 */
export async function send<T>(request: HttpRequest, read: (reply: HttpReply) => Promise<T>): Promise<T> {
  const isAllowed = isAllowedOrigin(request.url, request.addresses.allowedOrigins)
  const proxy = isAllowed ? null : chooseProxy(request)
  if (!isAllowed && proxy === null) await refuseUnsafeLiteral(request.url.hostname, request.addresses)
  const first = await exchange(request, { isAllowed, proxy, fresh: !request.idempotent }, read)
  if (first !== staleConnection) return first
  const second = await exchange(request, { isAllowed, proxy, fresh: true }, read)
  if (second === staleConnection) throw new Error('a fresh connection cannot be stale')
  return second
}

function chooseProxy({ url, addresses }: HttpRequest): HttpProxy | null {
  const choice = url.protocol === 'https:' ? (addresses.chooseProxy?.(url) ?? 'direct') : 'direct'
  if (choice === 'refused') throw unsafeAddress()
  return choice === 'direct' ? null : choice
}

/** A kept connection that the server had already closed: nothing was lost, the call goes out once more. */
const staleConnection = Symbol('stale connection')

interface ExchangeOptions {
  isAllowed: boolean
  proxy: HttpProxy | null
  /** A connection of its own, so that no stale one blurs whether the request arrived. */
  fresh: boolean
}

async function exchange<T>(
  request: HttpRequest,
  options: ExchangeOptions,
  read: (reply: HttpReply) => Promise<T>,
): Promise<T | typeof staleConnection> {
  const connecting = new AbortController()
  const client = openRequest(request, options, connecting.signal)
  let response: IncomingMessage | undefined
  const watch = watchExchange({
    request,
    stop: (reason) => {
      client.destroy(reason)
      connecting.abort(reason)
    },
  })
  try {
    response = await answerOf(client, request, watch)
    watch.enter('receiving')
    return await read({
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: bodyOf(response, request, watch),
    })
  } catch (error) {
    if (response === undefined && !options.fresh && client.reusedSocket && isReset(error))
      return staleConnection
    throw error
  } finally {
    watch.end()
    // A reply that was not read to its end must not go back to the pool with its connection.
    if (response?.complete !== true || !client.writableFinished) client.destroy()
  }
}

function openRequest(request: HttpRequest, options: ExchangeOptions, giveUp: AbortSignal): ClientRequest {
  const isSecure = request.url.protocol === 'https:'
  const { proxy, fresh, isAllowed } = options
  const open = isSecure ? requestHttps : requestHttp
  const settings: RequestOptions & TunnelExtras = {
    method: request.method,
    agent: agentFor({ policy: request.addresses, isSecure, proxy, fresh }),
    headers: {
      'accept-encoding': 'gzip',
      ...(request.body === undefined ? {} : { 'content-length': request.body.length }),
      ...request.headers,
    },
    ...(isAllowed || proxy !== null ? {} : { lookup: lookupBy(request.addresses) }),
    giveUp,
    peer: request.peer,
  }
  return open(request.url, settings)
}

/** Sends the body and waits for the head of the reply, which may come before the body has gone. */
async function answerOf(client: ClientRequest, request: HttpRequest, watch: Watch): Promise<IncomingMessage> {
  client.on('socket', (socket) => {
    // A kept connection is past this, and would collect a listener with every call.
    if (!socket.connecting) return watch.enter('sending')
    const connected = request.url.protocol === 'https:' ? 'secureConnect' : 'connect'
    return socket.once(connected, () => watch.enter('sending'))
  })
  client.on('finish', () => watch.enter('waiting'))
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    client.on('response', resolve)
    // Stays attached after the reply began: a later error of the request also ends the reply.
    client.on('error', (error) => reject(watch.failure(error)))
  })
  void upload(client, request.body, watch).catch((error: unknown) => client.destroy(asError(error)))
  return answered
}

async function upload(client: ClientRequest, body: RequestBody | undefined, watch: Watch): Promise<void> {
  let isAnswered = false
  client.once('response', () => (isAnswered = true))
  let left = body?.length ?? 0
  let hasBegun = false
  for await (const chunk of body?.open() ?? []) {
    if (client.destroyed || isAnswered) return
    left -= chunk.length
    // From the last piece on the server may have all that it needs, whatever this side sees of it.
    if (hasBegun && left <= 0) watch.enter('waiting')
    await written(client, chunk)
    hasBegun = client.socket?.connecting === false
    if (hasBegun && left > 0) watch.enter('sending')
  }
  client.end()
}

/**
 * Hands a piece to the operating system, or gives up when an answer came first or the connection is gone. While the body
 * makes its next piece nothing waits in this process: a process that is stopped there cannot send more when it goes on.
 */
async function written(client: ClientRequest, chunk: Uint8Array): Promise<void> {
  const events = ['response', 'close']
  return new Promise((resolve) => {
    const proceed = (): void => {
      for (const event of events) client.off(event, proceed)
      resolve()
    }
    for (const event of events) client.on(event, proceed)
    client.write(chunk, proceed)
  })
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('the request body could not be read')
}

function isReset(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE')
}
