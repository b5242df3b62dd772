import type { XmlDocument } from './document.ts'
import type { XmlTape } from './tape.ts'

import { decodeUtf8 } from '../bytes.ts'
import { CanonicalWriter } from './canonical-writer.ts'
import { startsWithAscii } from './characters.ts'
import { PatchedBytes } from './patched-bytes.ts'
import { piecesOf } from './text.ts'

const lineFeed = 10

/** What the service writes first. */
export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/**
 * A document as the service writes it: its declaration, four blanks a level, one element a line, LF, a newline at the end,
 * all five entities. Values, comments, child order and the form of each empty element stay as they are. Gives the very
 * bytes of the tape when they are so already.
 */
export function canonicalBytes(tape: XmlTape): Uint8Array {
  const { bytes } = tape
  const out = new PatchedBytes(bytes, 0, bytes.length)
  const start = tape.startOf(0)
  if (start !== xmlDeclaration.length || !startsWithAscii(bytes, 0, xmlDeclaration))
    out.set(0, start, canonicalProlog(textBetween(tape, 0, start)))
  new CanonicalWriter(tape, out).element(0, 0)
  const end = tape.endOf(0)
  if (bytes.length !== end + 1 || bytes[end] !== lineFeed) {
    const isEmpty = tape.contentEndOf(0) === end
    out.set(end, bytes.length, canonicalEpilog(textBetween(tape, end, bytes.length), isEmpty))
  }
  return out.isUntouched ? bytes : out.bytes()
}

/** The same as text. */
export function canonicalText(document: XmlDocument): string {
  const { source } = document
  const bytes = canonicalBytes(source)
  return bytes === source.bytes ? document.text : (decodeUtf8(bytes) ?? '')
}

/** One element as the service writes it behind an indent of blanks, with indent and line end. */
export function canonicalElement(document: XmlDocument, element: number, indent: string): string {
  const { source } = document
  const out = new PatchedBytes(source.bytes, source.startOf(element), source.endOf(element))
  new CanonicalWriter(source, out).element(element, indent.length)
  return `${indent}${out.isUntouched ? document.sourceOf(element) : out.text()}\n`
}

function canonicalProlog(text: string): string {
  return xmlDeclaration + outsideLines(text.replace(/^\uFEFF?(?:<\?xml\s[\s\S]*?\?>)?/u, ''))
}

function canonicalEpilog(text: string, isEmptyRoot: boolean): string {
  // Whole-org retrieves hold empty workflows and translations that end in two line ends.
  return isEmptyRoot && text === '\n\n' ? text : `\n${outsideLines(text)}`
}

/** Comments and instructions around the root, one a line. */
function outsideLines(raw: string): string {
  return piecesOf(raw)
    .map(({ kind, value }) => (kind === 'text' ? '' : `${value.replace(/\r\n?/gu, '\n')}\n`))
    .join('')
}

function textBetween({ bytes }: XmlTape, from: number, to: number): string {
  return decodeUtf8(bytes.subarray(from, to)) ?? ''
}
