import { TextDecoder } from 'node:util'
import { SalesforceError } from '../errors.ts'
import { yieldEventLoop } from '../yield-event-loop.ts'
import { createXmlReader, type ElementSink, type XmlReader } from './xml-reader.ts'
import { childOf, type XmlElement } from './xml.ts'

/** Takes the text of one element, which is too long to be kept in the tree of a reply. */
export interface TextSink {
  element: string
  write(text: string): Promise<void>
}

/** The parts of a reply that are passed on while it is read, and kept out of its tree. */
export interface KeptOutOfTree {
  textSink?: TextSink | undefined
  elementSink?: ElementSink | undefined
}

const maxTagLength = 64 * 1024

/**
 * Reads a SOAP reply as it arrives; gives the single child of its Body.
 * The text of that element never passes the XML parser, which would collect it whole.
 * @throws SalesforceError `badResponse` when the reply is no SOAP envelope
 */
export async function readEnvelope(
  body: AsyncIterable<Uint8Array>,
  { textSink, elementSink }: KeptOutOfTree = {},
): Promise<XmlElement> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const splitter = createSplitter(createXmlReader(elementSink), textSink)
  for await (const piece of body) {
    await yieldEventLoop()
    await splitter.write(decodePiece(decoder, piece))
  }
  await splitter.write(decodePiece(decoder))
  const envelope = splitter.close()
  const content = childOf(envelope, 'Body')?.children[0]
  if (envelope.name !== 'Envelope' || content === undefined) {
    throw new SalesforceError('badResponse', 'Salesforce answered with something that is not SOAP.', {
      retryable: true,
    })
  }
  return content
}

function decodePiece(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
  } catch (error) {
    throw new SalesforceError('badResponse', 'Salesforce answered with invalid UTF-8.', {
      retryable: true,
      cause: error,
    })
  }
}

/** Hands text to the parser in pieces that end with a tag, and looks after each possible start of the element whose text is passed on. */
function createSplitter(reader: XmlReader, textSink: TextSink | undefined) {
  const endOfStart = textSink === undefined ? () => -1 : startFinder(textSink)
  let held = ''
  let isPassedOn = false

  async function passOn(text: string): Promise<string> {
    const end = text.indexOf('<')
    await textSink?.write(end < 0 ? text : text.slice(0, end))
    if (end < 0) return ''
    isPassedOn = false
    return text.slice(end)
  }

  /** Parses up to the next start of the element whose text is passed on; gives what follows it. */
  function parse(text: string): string {
    const end = endOfStart(text)
    if (end < 0) {
      reader.write(text)
      return ''
    }
    reader.write(text.slice(0, end))
    // The parser decides: the same characters inside a comment or CDATA open nothing.
    isPassedOn = reader.current() === textSink?.element && text[end - 2] !== '/'
    return text.slice(end)
  }

  return {
    async write(piece: string): Promise<void> {
      let rest = held + piece
      held = ''
      while (rest !== '') {
        if (isPassedOn) {
          rest = await passOn(rest)
          continue
        }
        const cut = endOfTags(rest)
        held = rest.slice(cut)
        rest = parse(rest.slice(0, cut))
        if (rest !== '' || isPassedOn) {
          rest += held
          held = ''
        }
      }
      if (held.length > maxTagLength) {
        throw new SalesforceError('badResponse', 'Salesforce answered with an overlong tag.', {
          retryable: true,
        })
      }
    },
    close(): XmlElement {
      if (held !== '') reader.write(held)
      return reader.close()
    },
  }
}

/** Finds where the first start tag of the element whose text is passed on ends; -1 where there is none. */
function startFinder({ element }: TextSink): (text: string) => number {
  const startTag = new RegExp(`<(?:[\\w.-]+:)?${element}(?:\\s[^<>]*)?>`, 'g')
  return (text) => {
    startTag.lastIndex = 0
    // Looking at every tag costs a tenth of reading a reply, and next to none of its pieces has this one.
    return text.includes(element) && startTag.test(text) ? startTag.lastIndex : -1
  }
}

/** Length of the longest start that does not end inside a tag. */
function endOfTags(text: string): number {
  const open = text.lastIndexOf('<')
  return open > text.lastIndexOf('>') ? open : text.length
}
