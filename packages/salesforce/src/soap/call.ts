import type { Connection } from '../connection.ts'
import type { Limits } from '../http/limits.ts'
import type { HttpReply, RequestBody } from '../http/send.ts'
import { asUnknownOutcome, detailOf } from '../rest.ts'
import { failureFor, failureForStatus } from '../failure-codes.ts'
import { SalesforceError } from '../errors.ts'
import { readEnvelope, type Diversion } from './read-envelope.ts'
import { childText, childrenOf, element, type XmlElement } from './xml.ts'

export interface SoapCall {
  operation: string
  /** XML inside the operation's element. */
  content: string | SoapStream
  idempotent?: boolean
  limits?: Partial<Limits>
  diversion?: Diversion
  signal?: AbortSignal | undefined
}

/** Content that is too long for a string: produced in pieces, with its length in bytes known before. */
export interface SoapStream {
  length: number
  open(): AsyncIterable<Uint8Array>
}

const metadataNamespace = 'http://soap.sforce.com/2006/04/metadata'

/**
 * One call of the Metadata API; its `<result>` elements.
 * @throws SalesforceError by the fault's code
 */
export async function metadataCall(connection: Connection, call: SoapCall): Promise<XmlElement[]> {
  const idempotent = call.idempotent ?? true
  return connection.request(
    (accessToken) => ({
      method: 'POST',
      path: `/services/Soap/m/${connection.apiVersion}`,
      headers: soapHeaders,
      body: envelope(call, accessToken),
      idempotent,
      ...(call.limits === undefined ? {} : { limits: call.limits }),
      signal: call.signal,
    }),
    async (reply) => {
      const response = await readSoapReply(reply, { idempotent, diversion: call.diversion })
      return childrenOf(response, 'result')
    },
  )
}

export const soapHeaders = { 'content-type': 'text/xml; charset=UTF-8', soapaction: '""' }

export interface SoapReading {
  idempotent: boolean
  diversion?: Diversion | undefined
}

/**
 * The response element of a SOAP reply.
 * @throws SalesforceError for a fault, by its code; for anything that is no SOAP, by the HTTP status
 */
export async function readSoapReply(reply: HttpReply, reading: SoapReading): Promise<XmlElement> {
  const isXml = /\bxml\b/.test(reply.headers['content-type'] ?? '')
  if (!isXml) throw asUnknownOutcome(notSoap(reply), reading.idempotent)
  const content = await readEnvelopeOrStatus(reply, reading)
  if (content.name === 'Fault') throw asUnknownOutcome(faultOf(content, reply), reading.idempotent)
  if (reply.status >= 300)
    throw asUnknownOutcome(failureForStatus(reply.status, detailOf(reply)), reading.idempotent)
  return content
}

async function readEnvelopeOrStatus(reply: HttpReply, reading: SoapReading): Promise<XmlElement> {
  try {
    return await readEnvelope(reply.body, reading.diversion)
  } catch (error) {
    if (error instanceof SalesforceError) throw asUnknownOutcome(error, reading.idempotent)
    throw error
  }
}

function notSoap(reply: HttpReply): SalesforceError {
  if (reply.status >= 300) return failureForStatus(reply.status, detailOf(reply))
  return new SalesforceError('badResponse', 'Salesforce answered with a page instead of SOAP.', {
    status: reply.status,
    retryable: true,
  })
}

function faultOf(fault: XmlElement, reply: HttpReply): SalesforceError {
  const faultCode = childText(fault, 'faultcode') ?? 'UNKNOWN_EXCEPTION'
  const salesforceCode = faultCode.slice(faultCode.indexOf(':') + 1)
  return failureFor(salesforceCode, childText(fault, 'faultstring') ?? salesforceCode, detailOf(reply))
}

function envelope(call: SoapCall, accessToken: string): RequestBody {
  const session = `<met:SessionHeader>${element('met:sessionId', accessToken)}</met:SessionHeader>`
  const client = `<met:CallOptions>${element('met:client', 'sluice')}</met:CallOptions>`
  const start =
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/" xmlns:met="${metadataNamespace}">` +
    `<env:Header>${session}${client}</env:Header>` +
    `<env:Body><${call.operation} xmlns="${metadataNamespace}">`
  return soapBody(start, call.content, `</${call.operation}></env:Body></env:Envelope>`)
}

export function soapBody(start: string, content: string | SoapStream, end: string): RequestBody {
  const before = Buffer.from(typeof content === 'string' ? start + content : start)
  const after = Buffer.from(end)
  const stream = typeof content === 'string' ? undefined : content
  return {
    length: before.length + (stream?.length ?? 0) + after.length,
    async *open() {
      yield before
      if (stream !== undefined) yield* stream.open()
      yield after
    },
  }
}

/** The single result of an operation that has exactly one. */
export function onlyResult(results: readonly XmlElement[]): XmlElement {
  const [result] = results
  if (result === undefined) {
    throw new SalesforceError('badResponse', 'Salesforce answered without a result.', { retryable: true })
  }
  return result
}
