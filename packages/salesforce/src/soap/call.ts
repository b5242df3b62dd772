import type { Connection } from '../connection.ts'
import { SalesforceError } from '../errors.ts'
import type { Limits } from '@sluice/http/limits'
import type { RequestBody } from '@sluice/http/messages'
import { soapBody, soapHeaders, type SoapStream } from './body.ts'
import type { KeptOutOfTree } from './read-envelope.ts'
import { readSoapReply } from './reply.ts'
import { childrenOf, element, type XmlElement } from './xml.ts'

export interface SoapCall extends KeptOutOfTree {
  operation: string
  /** XML inside the operation's element. */
  content: string | SoapStream
  idempotent?: boolean
  isNewWork?: boolean
  limits?: Partial<Limits>
  signal?: AbortSignal | undefined
}

const metadataNamespace = 'http://soap.sforce.com/2006/04/metadata'

/**
 * One call of the Metadata API; its `<result>` elements, unless these are handed over.
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
      isNewWork: call.isNewWork,
      ...(call.limits === undefined ? {} : { limits: call.limits }),
      signal: call.signal,
    }),
    async (reply) => {
      const { textSink, elementSink } = call
      const response = await readSoapReply(reply, { idempotent, textSink, elementSink })
      return childrenOf(response, 'result')
    },
  )
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

/** The single result of an operation that has exactly one. */
export function onlyResult(results: readonly XmlElement[]): XmlElement {
  const [result] = results
  if (result === undefined) {
    throw new SalesforceError('badResponse', 'Salesforce answered without a result.', { retryable: true })
  }
  return result
}
