import type { IncomingMessage } from 'node:http'

/** Which users a port signs in: all, or those that login.salesforce.com or test.salesforce.com would. */
export type Door = 'any' | 'production' | 'sandbox'

/** A call as handlers see it: address taken apart, body still unread. */
export interface Call {
  method: string
  /** Path without query, leading slashes collapsed (one client doubles them). */
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  /** Scheme and host as the caller wrote them, so that every address in an answer leads back here. */
  origin: string
  /** Groups of the route's pattern, percent escapes resolved. */
  params: string[]
  /** Who may sign in through the port that the call came to. */
  door: Door
  /** The body; whoever reads it reads it once. */
  incoming: IncomingMessage
}

/** What a handler answers. A stream as body is sent as it comes, without a length. */
export interface Answer {
  status: number
  headers?: Record<string, string | number>
  body?: string | Buffer | NodeJS.ReadableStream | AsyncIterable<Buffer | string>
  /** Cut the connection instead of sending this answer. */
  cut?: boolean
  /** The body is an archive that gzip would not make smaller. */
  isPacked?: boolean
}

/** Takes a request's address apart. A host header that is no host is not repeated into answers. */
export function readCall(incoming: IncomingMessage, door: Door = 'any'): Call {
  const host = /^[A-Za-z0-9.:[\]-]+$/.test(incoming.headers.host ?? '') ? incoming.headers.host : 'localhost'
  const origin = `${'encrypted' in incoming.socket ? 'https' : 'http'}://${host}`
  const url = new URL((incoming.url ?? '/').replace(/^\/+/, '/'), origin)
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    origin,
    params: [],
    door,
    incoming,
  }
}

/** A body larger than its limit; answered with 413, over SOAP with a LIMIT_EXCEEDED fault. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** Reads a body that is small by nature. `limit` in bytes; throws BodyTooLarge above it. */
export async function readBody(call: Call, limit = 8 * 1024 * 1024): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of call.incoming) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    size += bytes.length
    if (size > limit) throw new BodyTooLarge(`The body is larger than ${limit} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/**
 * Reads form fields from an urlencoded or multipart body of at most 1 MB. Files in it become
 * texts: no form here carries any.
 */
export async function readForm(call: Call): Promise<URLSearchParams> {
  const body = (await readBody(call, 1024 * 1024)).toString('utf8')
  const type = call.headers['content-type'] ?? ''
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (!type.startsWith('multipart/form-data') || boundary === undefined) return new URLSearchParams(body)
  const form = new URLSearchParams()
  for (const part of body.split(`--${boundary}`)) {
    const match = /^\r?\n([\s\S]*?)\r?\n\r?\n([\s\S]*?)\r?\n$/.exec(part)
    const name = /name="([^"]*)"/i.exec(match?.[1] ?? '')?.[1]
    if (name !== undefined) form.append(name, match?.[2] ?? '')
  }
  return form
}

/**
 * Reads a JSON object; an empty body and anything that is no object give an empty one. Throws
 * SyntaxError, which is answered with 400 JSON_PARSER_ERROR.
 */
export async function readJson(call: Call): Promise<Record<string, unknown>> {
  const text = (await readBody(call)).toString('utf8')
  if (text.trim() === '') return {}
  const value: unknown = JSON.parse(text)
  return isRecord(value) ? value : {}
}

/** True for a JSON object, which an array is not. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
