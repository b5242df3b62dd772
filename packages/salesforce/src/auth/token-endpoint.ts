import { SalesforceError } from '../errors.ts'
import { failureForStatus } from '../failure-codes.ts'
import type { AddressPolicy } from '@sluice/http/address-policy'
import type { Limits } from '@sluice/http/limits'
import { signInLimits } from '../limits.ts'
import { redact } from '../redact.ts'
import { readText } from '@sluice/http/reply-body'
import type { HttpReply } from '@sluice/http/messages'
import { sendToSalesforce } from '../send.ts'
import { checkCallableUrl } from '../callable-url.ts'
import { isRecord, textOf, type JsonRecord } from '../json.ts'
import { detailOf } from '../rest.ts'

export interface TokenCall extends SignInCall {
  /** Whether a repetition does no harm. False when absent: with token rotation a lost answer has used the token up. */
  idempotent?: boolean | undefined
  /** Those of a sign-in when absent. */
  limits?: Limits | undefined
}

export interface SignInCall {
  /** Origin that passed `checkSignInUrl`, or the org's own instance URL. */
  signInUrl: string
  addresses: AddressPolicy
  signal?: AbortSignal | undefined
}

/** An OAuth answer: the fields of a success, or the `error` of a refusal. */
export type TokenEndpointAnswer =
  | { ok: true; fields: JsonRecord }
  | { ok: false; error: string; description: string }

/**
 * POSTs a form to the token endpoint.
 * @throws SalesforceError when the server is no OAuth server; the text is the same for every cause, so that
 *   nobody can map a network by trying addresses
 */
export async function postToken(call: TokenCall, form: Record<string, string>): Promise<TokenEndpointAnswer> {
  const { addresses } = call
  const body = Buffer.from(new URLSearchParams(form).toString())
  return uniform([], () =>
    sendToSalesforce(
      {
        method: 'POST',
        url: new URL('/services/oauth2/token', checkCallableUrl(call.signInUrl, addresses)),
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: { length: body.length, open: () => [body] },
        idempotent: call.idempotent ?? false,
        limits: call.limits ?? signInLimits,
        addresses,
        signal: call.signal,
      },
      readAnswer,
    ),
  )
}

async function readAnswer(reply: HttpReply): Promise<TokenEndpointAnswer> {
  const fields = parseFields(await readText(reply))
  if (fields !== null && reply.status === 200) return { ok: true, fields }
  const error = fields === null ? null : textOf(fields, 'error')
  if (fields === null || error === null) throw failureForStatus(reply.status, detailOf(reply))
  return { ok: false, error, description: textOf(fields, 'error_description') ?? '' }
}

function parseFields(text: string): JsonRecord | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

const uniformMessage = 'The sign-in address does not answer as Salesforce does.'

/** Runs a sign-in call; every failure of the transport gets the same text and no cause. */
export async function uniform<T>(secrets: readonly string[], call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof SalesforceError)) throw error
    if (error.salesforceCode !== undefined || error.code === 'aborted') throw redact(error, secrets)
    throw new SalesforceError(error.code, uniformMessage, {
      retryable: error.retryable,
      outcomeUnknown: error.outcomeUnknown,
      retryAfterSeconds: error.retryAfterSeconds,
    })
  }
}
