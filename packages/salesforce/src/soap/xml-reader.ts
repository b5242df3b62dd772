import { SaxesParser, type SaxesTagNS } from 'saxes'
import { SalesforceError } from '../errors.ts'
import type { XmlElement } from './xml.ts'

/** Guards of reliability-security T33, sized for protocol documents (metadata never passes here). */
const maxDepth = 64
const maxAttributes = 100
const maxElements = 2_000_000
const maxTextLength = 4 * 1024 * 1024

export interface XmlReader {
  /** Takes the next piece of text. */
  write(text: string): void
  /** The local name of the innermost open element, undefined outside of all. */
  current(): string | undefined
  /** Ends the document and gives its root. */
  close(): XmlElement
}

/**
 * Builds a small tree from a protocol document that arrives in pieces.
 * @throws SalesforceError `badResponse` for anything but well-formed XML without DOCTYPE within the limits
 */
export function createXmlReader(): XmlReader {
  const root: XmlElement = { name: '', text: '', isNil: false, children: [] }
  const open: XmlElement[] = [root]
  let elements = 0
  let pendingLength = 0
  const parser = new SaxesParser({ xmlns: true, position: false })
  const top = (): XmlElement => open.at(-1) ?? root

  parser.on('error', (error) => refuse(error.message))
  parser.on('doctype', () => refuse('a document type declaration'))
  parser.on('opentag', (tag) => {
    pendingLength = 0
    if (++elements > maxElements || open.length > maxDepth) refuse('too many or too deep elements')
    const element = elementOf(tag)
    top().children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    pendingLength = 0
    open.pop()
  })
  parser.on('text', (text) => addText(top(), text))
  parser.on('cdata', (text) => addText(top(), text))

  return {
    write(text) {
      // saxes collects text until the next tag, so the limit has to be watched from outside.
      pendingLength += text.length
      parser.write(text)
      if (pendingLength > maxTextLength) refuse('too long a text')
    },
    current: () => (open.length > 1 ? top().name : undefined),
    close() {
      parser.close()
      const [document] = root.children
      if (document === undefined) refuse('no element')
      return document
    },
  }
}

function elementOf(tag: SaxesTagNS): XmlElement {
  const attributes = Object.values(tag.attributes)
  if (attributes.length > maxAttributes) refuse('too many attributes')
  const isNil = attributes.some((attribute) => attribute.local === 'nil' && attribute.value === 'true')
  return { name: tag.local, text: '', isNil, children: [] }
}

function addText(element: XmlElement, text: string): void {
  // Indentation between elements is no content.
  if (element.children.length > 0) return
  if (element.text.length + text.length > maxTextLength) refuse('too long a text')
  element.text += text
}

function refuse(what: string): never {
  throw new SalesforceError(
    'badResponse',
    `Salesforce answered with XML that is not accepted: ${what.slice(0, 200)}`,
    {
      retryable: true,
    },
  )
}
