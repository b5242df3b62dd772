import type { CallOptions, Connection, ConnectionRequest } from './connection.ts'
import { SalesforceError, type SalesforceErrorDetail } from './errors.ts'
import { failureFor, failureForStatus } from './failure-codes.ts'
import { readText } from '@sluice/http/reply-body'
import type { HttpReply } from '@sluice/http/messages'
import { isRecord, textOf } from './json.ts'

/** A GET of a path below the instance; the parsed JSON. */
export async function getJson(
  connection: Connection,
  path: string,
  options: CallOptions = {},
): Promise<unknown> {
  return restCall(connection, { method: 'GET', path, signal: options.signal })
}

/**
 * One REST call with the session in the Authorization header; the parsed JSON of a success.
 * @throws SalesforceError by Salesforce's error code, else by the HTTP status
 */
export async function restCall(connection: Connection, request: ConnectionRequest): Promise<unknown> {
  return (await measuredCall(connection, request)).value
}

/** The same, with the length of the text of the answer. */
export async function measuredCall(
  connection: Connection,
  request: ConnectionRequest,
): Promise<{ readonly value: unknown; readonly length: number }> {
  return connection.request(
    (accessToken) => ({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${accessToken}` },
    }),
    async (reply) => {
      const text = await readText(reply)
      return { value: valueOf(reply, text, request.idempotent ?? true), length: text.length }
    },
  )
}

/**
 * One REST call that changes something and carries JSON; the parsed JSON of a success.
 * @throws SalesforceError with `outcomeUnknown` when no answer came
 */
export async function sendJson(
  connection: Connection,
  request: { readonly method: 'POST' | 'PATCH'; readonly path: string; readonly body: unknown },
  options: CallOptions = {},
): Promise<unknown> {
  const body = Buffer.from(JSON.stringify(request.body))
  return restCall(connection, {
    method: request.method,
    path: request.path,
    headers: { 'content-type': 'application/json' },
    body: { length: body.length, open: () => [body] },
    idempotent: false,
    signal: options.signal,
  })
}

/**
 * The JSON of a reply, null for one without content (204), or the error that it stands for.
 * @param idempotent false when a reply that cannot be understood leaves the outcome open
 */
export async function readJsonReply(reply: HttpReply, idempotent: boolean): Promise<unknown> {
  return valueOf(reply, await readText(reply), idempotent)
}

function valueOf(reply: HttpReply, text: string, idempotent: boolean): unknown {
  if (reply.status === 204) return null
  const parsed = parseJson(text)
  if (reply.status >= 200 && reply.status < 300 && parsed.ok) return parsed.value
  throw asUnknownOutcome(errorOf(reply, parsed), idempotent)
}

type Parsed = { ok: true; value: unknown } | { ok: false; text: string }

function parseJson(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false, text }
  }
}

function errorOf(reply: HttpReply, parsed: Parsed): SalesforceError {
  const detail = detailOf(reply)
  if (!parsed.ok) {
    // The one page without JSON that stands for an expired session (userinfo and identity addresses).
    if (parsed.text.includes('Bad_OAuth_Token'))
      return failureFor('INVALID_SESSION_ID', 'Bad_OAuth_Token', detail)
    return reply.status < 300 ? notJson(reply.status) : failureForStatus(reply.status, detail)
  }
  const first: unknown = Array.isArray(parsed.value) ? parsed.value[0] : parsed.value
  const salesforceCode = isRecord(first) ? textOf(first, 'errorCode') : null
  if (!isRecord(first) || salesforceCode === null) return failureForStatus(reply.status, detail)
  return failureFor(salesforceCode, textOf(first, 'message') ?? salesforceCode, detail)
}

function notJson(status: number): SalesforceError {
  return new SalesforceError('badResponse', 'Salesforce answered with something that is not JSON.', {
    status,
    retryable: true,
  })
}

/** Status and waiting time of a failed reply. */
export function detailOf(reply: HttpReply): SalesforceErrorDetail {
  return { status: reply.status, retryAfterSeconds: retryAfterSeconds(reply.headers['retry-after']) }
}

/** `Retry-After` of RFC 9110, a number of seconds or a date; undefined for anything else. */
function retryAfterSeconds(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/**
 * A call with an effect that ends in a server error or in an unreadable page may have happened:
 * the caller must look before it repeats.
 */
export function asUnknownOutcome(error: SalesforceError, idempotent: boolean): SalesforceError {
  const isOpen = error.code === 'internal' || error.code === 'badResponse'
  if (idempotent || !isOpen) return error
  return new SalesforceError('lostReply', error.message, {
    salesforceCode: error.salesforceCode,
    status: error.status,
    retryable: false,
    outcomeUnknown: true,
  })
}
