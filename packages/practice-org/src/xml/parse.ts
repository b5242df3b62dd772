import { SaxesParser } from 'saxes'
import type { XmlElement } from './element.ts'

/** A document that is not well-formed; line and column are 1-based, the message is worded as the service words it. */
export class XmlError extends Error {
  override readonly name = 'XmlError'
  readonly line: number
  readonly column: number
  constructor(message: string, line: number, column: number) {
    super(message)
    this.line = line
    this.column = column
  }
}

/** Metadata is a dozen levels deep; more is an attack on the stack. */
const maximumDepth = 256

/**
 * Reads one XML document. Prefixes of element names are dropped, because clients choose them
 * freely. DOCTYPE is refused, so that no entity can expand. Throws XmlError.
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  const stack: XmlElement[] = []
  let root: XmlElement | undefined
  let lastClosed: XmlElement | undefined
  const fail = (message: string): never => {
    throw new XmlError(message, parser.line, parser.columnIndex + 1)
  }
  parser.on('error', (error) => fail(wording(error.message, lastClosed)))
  parser.on('doctype', () => fail('DOCTYPE is disallowed.'))
  parser.on('opentag', (tag) => {
    if (stack.length >= maximumDepth) fail('The document is nested too deeply.')
    const element: XmlElement = {
      name: tag.name.slice(tag.name.indexOf(':') + 1),
      attributes: tag.attributes,
      children: [],
      text: '',
      line: parser.line,
      column: parser.columnIndex + 1,
    }
    const parent = stack.at(-1)
    if (parent) parent.children.push(element)
    else root = element
    stack.push(element)
  })
  parser.on('closetag', () => {
    lastClosed = stack.pop()
    tidy(lastClosed)
  })
  parser.on('text', (value) => append(stack.at(-1), value))
  parser.on('cdata', (value) => append(stack.at(-1), value))
  parser.on('comment', (value) => {
    const element = stack.at(-1)
    if (element) element.comment = value
  })
  parser.write(text.startsWith('\u{FEFF}') ? text.slice(1) : text).close()
  return root ?? fail('Premature end of file.')
}

function append(element: XmlElement | undefined, value: string): void {
  if (element) element.text += value
}

/** White space between children is layout; a comment counts only when the element holds nothing else. */
function tidy(element: XmlElement | undefined): void {
  if (!element) return
  if (element.children.length > 0 || /^\s*\n\s*$/.test(element.text)) element.text = ''
  if (element.children.length > 0 || element.text !== '') delete element.comment
}

/** Puts the parser's complaint into the words of the service's own parser. */
function wording(message: string, lastClosed: XmlElement | undefined): string {
  const open = lastClosed?.name
  if (/unexpected close tag|unmatched closing tag/.test(message) && open)
    return `The element type "${open}" must be terminated by the matching end-tag "</${open}>".`
  if (/unclosed tag/.test(message))
    return 'XML document structures must start and end within the same entity.'
  if (/must contain a root element/.test(message)) return 'Premature end of file.'
  if (/text data outside of root|non-whitespace/i.test(message)) return 'Content is not allowed in prolog.'
  if (/duplicate attribute/.test(message)) return 'Attribute was already specified for element.'
  if (/undefined entity|entity/.test(message)) return 'The entity was referenced, but not declared.'
  return message.replace(/^\d+:\d+: /, '')
}
