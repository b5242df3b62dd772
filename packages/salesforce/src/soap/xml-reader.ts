import { SaxesParser, type SaxesTagNS } from 'saxes'
import { SalesforceError } from '../errors.ts'
import type { XmlElement } from './xml.ts'

/** Limits against hostile documents, sized for protocol messages; metadata files never pass here. */
const maxDepth = 64
const maxAttributes = 100
const maxElements = 2_000_000
const maxTextLength = 4 * 1024 * 1024

/**
 * Elements of one name that are handed over as they end and are no part of the tree. They are most of a long reply;
 * kept until its end, thousands of them would have to be copied by every garbage collection.
 */
export interface ElementSink {
  element: string
  take(element: XmlElement): void
}

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
 * @throws SalesforceError `badResponse` for anything but well-formed XML without DOCTYPE within the limits; whatever
 * was handed over before is then worth nothing
 */
export function createXmlReader(elementSink?: ElementSink): XmlReader {
  const root: XmlElement = { name: '', text: '', isNil: false, children: [] }
  const document: OpenElement = { element: root, hasChildren: false }
  const open: OpenElement[] = [document]
  let elements = 0
  let pendingLength = 0
  const parser = new SaxesParser({ xmlns: true, position: false })
  const top = (): OpenElement => open.at(-1) ?? document

  parser.on('error', (error) => refuse(error.message))
  parser.on('doctype', () => refuse('a document type declaration'))
  parser.on('opentag', (tag) => {
    pendingLength = 0
    if (++elements > maxElements || open.length > maxDepth) refuse('too many or too deep elements')
    const element = elementOf(tag)
    const parent = top()
    parent.hasChildren = true
    if (element.name !== elementSink?.element) parent.element.children.push(element)
    open.push({ element, hasChildren: false })
  })
  parser.on('closetag', () => {
    pendingLength = 0
    const { element } = open.pop() ?? document
    if (element.name === elementSink?.element) elementSink.take(element)
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
    current: () => (open.length > 1 ? top().element.name : undefined),
    close() {
      parser.close()
      const [only] = root.children
      if (only === undefined) refuse('no element')
      return only
    },
  }
}

interface OpenElement {
  readonly element: XmlElement
  /** Also those that have been handed over. */
  hasChildren: boolean
}

function elementOf(tag: SaxesTagNS): XmlElement {
  const attributes = Object.values(tag.attributes)
  if (attributes.length > maxAttributes) refuse('too many attributes')
  const isNil = attributes.some((attribute) => attribute.local === 'nil' && attribute.value === 'true')
  return { name: tag.local, text: '', isNil, children: [] }
}

function addText({ element, hasChildren }: OpenElement, text: string): void {
  // Indentation between elements is no content.
  if (hasChildren) return
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
