import { SalesforceError } from '../errors.ts'
import { failureFor, failureForStatus } from '../failure-codes.ts'
import type { HttpReply } from '@sluice/http/messages'
import { asUnknownOutcome, detailOf } from '../rest.ts'
import { readEnvelope, type KeptOutOfTree } from './read-envelope.ts'
import { childText, type XmlElement } from './xml.ts'

export interface SoapReading extends KeptOutOfTree {
  idempotent: boolean
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
    return await readEnvelope(reply.body, reading)
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
