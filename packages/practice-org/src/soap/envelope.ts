import { childOf, textOf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { parseXml, XmlError } from '../xml/parse.ts'
import { wording } from '../wording.ts'

/**
 * A call taken out of its envelope. `body` is the operation's element, its children are the
 * parameters.
 */
export interface SoapCall {
  operation: string
  body: XmlElement
  sessionId: string | undefined
}

/**
 * A fault that ends a call; the door writes it as HTTP 500. `code` goes without the `sf:`
 * prefix, the text without the code.
 */
export class SoapFault extends Error {
  override readonly name = 'SoapFault'
  readonly code: string
  constructor(code: string, text: string) {
    super(text)
    this.code = code
  }
}

/**
 * Reads an envelope; element names are matched without prefix, because clients choose prefixes
 * freely. Throws SoapFault UNKNOWN_EXCEPTION for what is none.
 */
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
  if (!operation) throw new SoapFault('UNKNOWN_EXCEPTION', wording.call.noOperation(''))
  return {
    operation: operation.name,
    body: operation,
    sessionId: session && textOf(session, 'sessionId')?.trim(),
  }
}

/** Namespaces of the SOAP doors, as their WSDLs name them. */
export const namespaces = {
  metadata: 'http://soap.sforce.com/2006/04/metadata',
  partner: 'urn:partner.soap.sforce.com',
  apex: 'http://soap.sforce.com/2006/08/apex',
} as const
