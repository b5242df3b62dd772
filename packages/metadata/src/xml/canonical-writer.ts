import type { PatchedBytes } from './patched-bytes.ts'
import type { XmlTape } from './tape.ts'

import { decodeUtf8 } from '../bytes.ts'
import { isCanonicalTag, tagEnd } from './canonical-tag.ts'
import { writeLineEnds, writeValue } from './canonical-value.ts'
import { cdata, isCdata, markupEnd } from './markup-end.ts'
import { decodeText } from './text.ts'

/** Blanks a level. */
const step = 4

const blank = 32
const lineFeed = 10
const lessThan = 60

/** Goes through elements and replaces what the service writes otherwise. */
export class CanonicalWriter {
  readonly #tape: XmlTape
  readonly #out: PatchedBytes

  constructor(tape: XmlTape, out: PatchedBytes) {
    this.#tape = tape
    this.#out = out
  }

  /** One element that stands behind so many blanks. */
  element(element: number, indent: number): void {
    const tape = this.#tape
    const nameEnd = tape.nameEndOf(element)
    const contentStart = tape.contentStartOf(element)
    const contentEnd = tape.contentEndOf(element)
    const end = tape.endOf(element)
    const closesItself = contentEnd === end
    // Between name and content stands `>` or `/>`, and more only where there are attributes or blanks.
    if (contentStart - nameEnd > (closesItself ? 2 : 1)) this.#startTag(nameEnd, contentStart, closesItself)
    if (closesItself) return
    if (tape.hasChildren(element)) this.#children(element, indent)
    else writeValue(this.#out, contentStart, contentEnd)
    const closing = contentEnd + nameEnd - tape.startOf(element) + 1
    if (closing < end - 1) this.#out.set(closing, end, '>')
  }

  #startTag(nameEnd: number, contentStart: number, closesItself: boolean): void {
    if (isCanonicalTag(this.#tape.bytes, nameEnd, contentStart)) return
    this.#out.set(nameEnd, contentStart, tagEnd(this.#textBetween(nameEnd, contentStart), closesItself))
  }

  #children(element: number, indent: number): void {
    const tape = this.#tape
    const isRight = this.#isIndented(element, indent)
    // Blanks beside text are part of it: the content stays as it is.
    if (!isRight && this.#hasText(element)) {
      writeLineEnds(this.#out, tape.contentStartOf(element), tape.contentEndOf(element))
      return
    }
    const inner = indent + step
    const next = tape.nextOf(element)
    let from = tape.contentStartOf(element)
    for (let child = element + 1; child < next; child = tape.nextOf(child)) {
      if (!isRight) this.#gap({ from, to: tape.startOf(child) }, inner, inner)
      this.element(child, inner)
      from = tape.endOf(child)
    }
    if (!isRight) this.#gap({ from, to: tape.contentEndOf(element) }, inner, indent)
  }

  /** Whether every child stands in a line of its own with the right indent, and so does the end tag. */
  #isIndented(element: number, indent: number): boolean {
    const tape = this.#tape
    const inner = indent + step
    const next = tape.nextOf(element)
    let from = tape.contentStartOf(element)
    for (let child = element + 1; child < next; child = tape.nextOf(child)) {
      if (!this.#isBreak(from, tape.startOf(child), inner)) return false
      from = tape.endOf(child)
    }
    return this.#isBreak(from, tape.contentEndOf(element), indent)
  }

  #isBreak(from: number, to: number, indent: number): boolean {
    const { bytes } = this.#tape
    if (to - from !== indent + 1 || bytes[from] !== lineFeed) return false
    for (let at = from + 1; at < to; at += 1) if (bytes[at] !== blank) return false
    return true
  }

  /** Whether text stands beside the children. */
  #hasText(element: number): boolean {
    const tape = this.#tape
    const next = tape.nextOf(element)
    let from = tape.contentStartOf(element)
    for (let child = element + 1; child < next; child = tape.nextOf(child)) {
      if (this.#isText(from, tape.startOf(child))) return true
      from = tape.endOf(child)
    }
    return this.#isText(from, tape.contentEndOf(element))
  }

  #isText(from: number, to: number): boolean {
    const { bytes } = this.#tape
    for (let at = from; at < to;) {
      const markup = this.#markupFrom(at, to)
      if (!this.#isBlank(at, markup) && hasContent(decodeText(this.#textBetween(at, markup)))) return true
      if (markup === to) return false
      at = markupEnd(bytes, markup)
      if (isCdata(bytes, markup) && hasContent(this.#textBetween(markup + cdata.length, at - 3))) return true
    }
    return false
  }

  /** Offset of the next comment, instruction or CDATA section in a gap; its end when there is none. */
  #markupFrom(from: number, to: number): number {
    const { bytes } = this.#tape
    let at = from
    while (at < to && bytes[at] !== lessThan) at += 1
    return at
  }

  #isBlank(from: number, to: number): boolean {
    const { bytes } = this.#tape
    let at = from
    while (at < to && (bytes[at] ?? 0) <= blank) at += 1
    return at === to
  }

  /** A gap between children: one line a comment, then the indent of what follows. */
  #gap({ from, to }: { readonly from: number; readonly to: number }, inner: number, indent: number): void {
    const { bytes } = this.#tape
    let written = from
    for (let at = this.#markupFrom(from, to); at < to;) {
      const end = markupEnd(bytes, at)
      // CDATA without text is as good as blanks.
      if (!isCdata(bytes, at)) {
        this.#out.set(written, at, `\n${' '.repeat(inner)}`)
        writeLineEnds(this.#out, at, end)
        written = end
      }
      at = this.#markupFrom(end, to)
    }
    this.#out.set(written, to, `\n${' '.repeat(indent)}`)
  }

  #textBetween(from: number, to: number): string {
    return decodeUtf8(this.#tape.bytes.subarray(from, to)) ?? ''
  }
}

/** Whether more than blanks stands there. Only these four are blank in XML: a no-break space is content. */
function hasContent(text: string): boolean {
  return /[^ \t\r\n]/u.test(text)
}
