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
export function openResponse(operation: string, namespace: string, head = ''): string {
  return `${start} xmlns="${namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${head}<soapenv:Body><${operation}Response>`
}

/** Closes what `openResponse` opened. */
export function closeResponse(operation: string): string {
  return `</${operation}Response></soapenv:Body></soapenv:Envelope>`
}

/** An answer with one `result` per value. */
export function soapAnswer(
  operation: string,
  results: SoapValue[],
  more: { namespace?: string; header?: SoapValue } = {},
): Answer {
  const namespace = more.namespace ?? namespaces.metadata
  const head = more.header === undefined ? '' : xmlOf('soapenv:Header', more.header)
  return xmlAnswer(200, envelopeOf({ operation, namespace, head }, pieces('result', results)))
}

async function* envelopeOf(
  of: { operation: string; namespace: string; head: string },
  content: Iterable<string>,
): AsyncGenerator<string> {
  yield openResponse(of.operation, of.namespace, of.head)
  yield* breathing(content)
  yield closeResponse(of.operation)
}

const pieceLength = 64 * 1024

/** Joins small pieces to larger ones and lets other calls through between them: a list may have ten thousand entries. */
export async function* breathing(content: Iterable<string>): AsyncGenerator<string> {
  let piece = ''
  for (const text of content) {
    piece += text
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (piece !== '') yield piece
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

/** Writes a value as an element, in one text. */
export function xmlOf(name: string, value: SoapValue): string {
  return [...pieces(name, value)].join('')
}

/** Writes a value as an element, piece by piece: one piece per entry of a list. */
export function* pieces(name: string, value: SoapValue): Generator<string> {
  if (value === undefined) return
  if (value === null) yield `<${name} xsi:nil="true"/>`
  else if (Array.isArray(value)) for (const entry of value) yield* pieces(name, entry)
  else if (typeof value !== 'object') yield `<${name}>${escapeText(String(value))}</${name}>`
  else if (isFlat(value)) yield flatXml(name, value)
  else {
    yield `<${name}>`
    for (const [child, entry] of Object.entries(value)) yield* pieces(child, entry)
    yield `</${name}>`
  }
}

function isFlat(value: object): boolean {
  return Object.values(value).every((entry) => typeof entry !== 'object' || entry === null)
}

function flatXml(name: string, value: object): string {
  let content = ''
  for (const [child, entry] of Object.entries(value)) {
    if (entry === undefined) continue
    content +=
      entry === null ? `<${child} xsi:nil="true"/>` : `<${child}>${escapeText(String(entry))}</${child}>`
  }
  return `<${name}>${content}</${name}>`
}
