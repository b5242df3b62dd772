import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import { restError } from './answers.ts'
import { BodyTooLarge, readCall } from './request.ts'
import type { Answer, Call, Door } from './request.ts'
import type { PendingWork } from '../pending-work.ts'
import { wording } from '../wording.ts'

const pack = promisify(gzip)

/**
 * One line of the address table. Groups of the pattern arrive as `call.params`; HEAD is
 * answered by GET.
 */
export interface Route {
  method: string
  pattern: RegExp
  handle: (call: Call) => Promise<Answer> | Answer
}

/** Key and certificate of the https port, as PEM texts. */
export interface Tls {
  key: string
  cert: string
}

/** Options of a server. */
interface ServeOptions {
  tls?: Tls
  door?: Door
  /** Tracks the calls that are being answered. */
  answering?: PendingWork
}

/**
 * Serves a table of routes; the first match wins. The server does not listen yet. Unknown
 * addresses get 404 and known ones with another method 405, both in the form of REST errors.
 * Requests have no time limit, because uploads of archives may be slow.
 */
export function serveRoutes(routes: readonly Route[], how: ServeOptions = {}): Server {
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const call = readCall(incoming, how.door)
    const answered = answerCall(routes, call)
      .catch((error: unknown) => failure(error))
      .then((answer) => send(answer, call, outgoing))
      .catch(() => void outgoing.destroy())
    how.answering?.add(answered)
  }
  const server = how.tls ? createTlsServer(how.tls, listener) : createServer(listener)
  server.requestTimeout = 0
  server.keepAliveTimeout = 30_000
  return server
}

async function answerCall(routes: readonly Route[], call: Call): Promise<Answer> {
  let methodMismatch = false
  for (const route of routes) {
    const match = route.pattern.exec(call.path)
    if (!match) continue
    if (route.method !== call.method && !(route.method === 'GET' && call.method === 'HEAD')) {
      methodMismatch = true
      continue
    }
    return route.handle({ ...call, params: match.slice(1).map((value) => decodeURIComponent(value ?? '')) })
  }
  return methodMismatch
    ? restError(405, 'METHOD_NOT_ALLOWED', wording.call.method(call.method))
    : restError(404, 'NOT_FOUND', wording.call.notFound)
}

/** What a handler threw, as an answer. Only defects go to the log: the others are the client's. */
function failure(error: unknown): Answer {
  if (error instanceof BodyTooLarge) return restError(413, 'LIMIT_EXCEEDED', error.message)
  if (error instanceof SyntaxError || error instanceof URIError)
    return restError(400, 'JSON_PARSER_ERROR', error.message)
  const message = error instanceof Error ? error.message : String(error)
  console.error(
    JSON.stringify({ level: 'error', message, stack: error instanceof Error ? error.stack : undefined }),
  )
  return restError(500, 'UNKNOWN_EXCEPTION', wording.call.unexpected)
}

/**
 * Sends or cuts. An unread body is drained, because clients send all of it before they read
 * the answer.
 */
async function send(answer: Answer, call: Call, outgoing: ServerResponse): Promise<void> {
  if (answer.cut) {
    call.incoming.resume()
    call.incoming.socket.destroy()
    return
  }
  if (!call.incoming.readableEnded) call.incoming.resume()
  const { body } = answer
  const content = typeof body === 'string' ? Buffer.from(body) : body
  const isPacked = isPackable(answer, call) && !(Buffer.isBuffer(content) && content.length < smallAnswer)
  const whole = isPacked && Buffer.isBuffer(content) ? await pack(content, { level: 1 }) : content
  outgoing.statusCode = answer.status
  for (const [name, value] of Object.entries(answer.headers ?? {})) outgoing.setHeader(name, value)
  if (isPacked) outgoing.setHeader('content-encoding', 'gzip')
  if (whole === undefined || Buffer.isBuffer(whole)) {
    outgoing.setHeader('content-length', whole?.length ?? 0)
    outgoing.end(call.method === 'HEAD' ? undefined : whole)
    return
  }
  if (isPacked) await pipeline(Readable.from(whole), createGzip({ level: 1 }), outgoing)
  else await pipeline(Readable.from(whole), outgoing)
}

/** Below this many bytes packing costs more than it saves. */
const smallAnswer = 1_024

/** Answers are packed for callers that ask for it, as on the service; archives are packed already. */
function isPackable(answer: Answer, call: Call): boolean {
  if (answer.body === undefined || answer.isPacked === true) return false
  return /\bgzip\b/.test(call.headers['accept-encoding'] ?? '')
}
