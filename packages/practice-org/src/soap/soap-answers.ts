import type { Answer } from '../http/request.ts'
import { escapeText } from '../xml/write.ts'
import { namespaces } from './envelope.ts'
import { breathing, pieces, xmlOf } from './soap-xml.ts'
import type { SoapValue } from './soap-xml.ts'

const start =
  '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"'

/**
 * Opens an answer's envelope up to the content of its first result. Envelope and Body carry a
 * prefix, and Body no attributes: real clients look for exactly that.
 */
export function openResponse(operation: string, namespace: string, head = ''): string {
  return `${start} xmlns="${namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${head}<soapenv:Body><${operation}Response>`
}

/** Closes what `openResponse` opened. */
export function closeResponse(operation: string): string {
  return `</${operation}Response></soapenv:Body></soapenv:Envelope>`
}

/**
 * An answer with one `result` per value; none at all is an empty response element. Long lists
 * are sent in pieces.
 */
export function soapAnswer(
  operation: string,
  results: Iterable<SoapValue>,
  more: { namespace?: string; header?: SoapValue } = {},
): Answer {
  const namespace = more.namespace ?? namespaces.metadata
  const head = more.header === undefined ? '' : xmlOf('soapenv:Header', more.header)
  return xmlAnswer(200, envelopeOf({ operation, namespace, head }, resultPieces(results)))
}

/** Made one by one as they are sent: a list of ten thousand would else be made in one breath. */
function* resultPieces(results: Iterable<SoapValue>): Generator<string> {
  for (const result of results) yield* pieces('result', result)
}

async function* envelopeOf(
  of: { operation: string; namespace: string; head: string },
  content: Iterable<string>,
): AsyncGenerator<string> {
  yield openResponse(of.operation, of.namespace, of.head)
  yield* breathing(content)
  yield closeResponse(of.operation)
}

/**
 * A fault: HTTP 500, code with prefix (except at the partner door), text that begins with the
 * code. Clients recognise an expired session by the prefixed code.
 */
export function faultAnswer(code: string, text: string, namespace: string = namespaces.metadata): Answer {
  const faultNamespace = namespace === namespaces.partner ? 'urn:fault.partner.soap.sforce.com' : namespace
  const fullText = escapeText(`${code}: ${text}`)
  const detail =
    namespace === namespaces.partner
      ? `<detail><sf:LoginFault xsi:type="sf:LoginFault"><sf:exceptionCode>${code}</sf:exceptionCode><sf:exceptionMessage>${escapeText(text)}</sf:exceptionMessage></sf:LoginFault></detail>`
      : ''
  const faultCode = namespace === namespaces.partner ? code : `sf:${code}`
  return xmlAnswer(
    500,
    `${start} xmlns:sf="${faultNamespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body><soapenv:Fault><faultcode>${faultCode}</faultcode><faultstring>${fullText}</faultstring>${detail}</soapenv:Fault></soapenv:Body></soapenv:Envelope>`,
  )
}

/** XML with the content type that clients insist on. */
export function xmlAnswer(status: number, body: Answer['body'] & {}): Answer {
  return { status, headers: { 'content-type': 'text/xml;charset=UTF-8' }, body }
}
