import { parseXml, XmlError } from '../xml/parse.ts'
import { childOf, textOf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { escapeText } from '../xml/write.ts'
import type { Answer } from '../http/request.ts'

/** Values that results are made of. Undefined is left out, null becomes xsi:nil, arrays repeat their element. */
export type SoapValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | SoapValue[]
  | { [name: string]: SoapValue }
  | object

/** A call taken out of its envelope. */
export interface SoapCall {
  operation: string
  body: XmlElement
  sessionId: string | undefined
}

/** A fault that ends a call. */
export class SoapFault extends Error {
  override readonly name = 'SoapFault'
  readonly code: string
  constructor(code: string, text: string) {
    super(text)
    this.code = code
  }
}

/** Reads an envelope; element names are matched without prefix, because clients choose prefixes freely. */
export function readEnvelope(text: string): SoapCall {
  let root: XmlElement
  try {
    root = parseXml(text)
  } catch (error) {
    throw new SoapFault('UNKNOWN_EXCEPTION', error instanceof XmlError ? error.message : String(error))
  }
  const header = childOf(root, 'Header')
  const session = header && childOf(header, 'SessionHeader')
  const operation = childOf(root, 'Body')?.children[0]
  if (!operation) throw new SoapFault('UNKNOWN_EXCEPTION', 'No operation available for request')
  return {
    operation: operation.name,
    body: operation,
    sessionId: session && textOf(session, 'sessionId')?.trim(),
  }
}

const start =
  '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"'

/** Namespaces of the four SOAP doors. */
export const namespaces = {
  metadata: 'http://soap.sforce.com/2006/04/metadata',
  partner: 'urn:partner.soap.sforce.com',
  apex: 'http://soap.sforce.com/2006/08/apex',
} as const

/** Opens an answer's envelope up to the content of its first result. */
export function openResponse(operation: string, namespace: string): string {
  return `${start} xmlns="${namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body><${operation}Response>`
}

/** Closes what `openResponse` opened. */
export function closeResponse(operation: string): string {
  return `</${operation}Response></soapenv:Body></soapenv:Envelope>`
}

/** An answer with one `result` per value. */
export function soapAnswer(
  operation: string,
  results: SoapValue[],
  namespace: string = namespaces.metadata,
): Answer {
  const body = results.map((result) => xmlOf('result', result)).join('')
  return xmlAnswer(200, openResponse(operation, namespace) + body + closeResponse(operation))
}

/** A fault: HTTP 500, code with prefix, text that begins with the code. */
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

export function xmlAnswer(status: number, body: Answer['body'] & {}): Answer {
  return { status, headers: { 'content-type': 'text/xml;charset=UTF-8' }, body }
}

/** Writes a value as an element. */
export function xmlOf(name: string, value: SoapValue): string {
  if (value === undefined) return ''
  if (value === null) return `<${name} xsi:nil="true"/>`
  if (Array.isArray(value)) return value.map((entry) => xmlOf(name, entry)).join('')
  if (typeof value !== 'object') return `<${name}>${escapeText(String(value))}</${name}>`
  const content = Object.entries(value).map(([child, entry]) => xmlOf(child, entry))
  return `<${name}>${content.join('')}</${name}>`
}
