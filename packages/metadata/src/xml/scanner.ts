import type { XmlErrorCode } from './errors.ts'

import { decodeUtf8 } from '../bytes.ts'
import { isNameCode, isNameStart, isXmlCodePoint, nameBytes, oddBytes, positionAt } from './characters.ts'
import { XmlError } from './errors.ts'
import { asciiBetween } from './text.ts'

/** The commonest first. */
const namedReferences = ['&quot;', '&apos;', '&amp;', '&gt;', '&lt;']
const numericReference = /^&#(?:(?<decimal>[0-9]{1,7})|x(?<hex>[0-9A-Fa-f]{1,6}));/u
/** Bytes of the longest reference. */
const longestReference = 10

const lessThan = 60
const greaterThan = 62
const ampersand = 38
const closingBracket = 93

/** The pieces of a document below the level of tags: text, names, blanks, references, attribute values. */
export class Scanner {
  protected readonly bytes: Uint8Array
  protected isAscii = true

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** The byte at an offset; -1 behind the end, so that no read ever leaves the array. */
  protected byteAt(at: number): number {
    return at < this.bytes.length ? (this.bytes[at] ?? -1) : -1
  }

  /** Offset of the next `<` in the text that starts at `from` and is read up to `read`, or the length when it does not end. */
  protected characters(from: number, read: number = from): number {
    const { bytes } = this
    const odd = oddBytes
    const end = bytes.length
    let at = read
    for (;;) {
      while (at < end && odd[bytes[at] ?? 0] === 0) at += 1
      if (at >= end || bytes[at] === lessThan) return at
      at = this.#oddCharacter(at, from)
    }
  }

  /** Offset behind a reference, a `>` or a longer character in text. */
  #oddCharacter(at: number, from: number): number {
    const byte = this.bytes[at]
    if (byte === ampersand) return this.reference(at)
    if (byte !== greaterThan) return this.unusual(at)
    if (at - 2 >= from && this.bytes[at - 1] === closingBracket && this.bytes[at - 2] === closingBracket)
      this.fail('malformed', '"]]>" in text', at)
    return at + 1
  }

  /**
   * Offset behind the character at `at`. Refuses control characters and the two non-characters; Git and the service
   * refuse or mangle them.
   */
  protected unusual(at: number): number {
    const code = this.codeAt(at)
    if (!isXmlCodePoint(code)) this.fail('malformed', 'A character that XML does not allow', at)
    return at + lengthOf(code)
  }

  /** The character at an offset; -1 behind the end. Raises where the bytes are not UTF-8. */
  protected codeAt(at: number): number {
    const first = this.byteAt(at)
    if (first < 0x80) return first
    this.isAscii = false
    const length = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    if (length === 0) this.failEncoding()
    let code = first & (0x7f >> length)
    for (let next = at + 1; next < at + length; next += 1) {
      const byte = this.byteAt(next)
      if (byte < 0x80 || byte > 0xbf) this.failEncoding()
      code = (code << 6) | (byte & 0x3f)
    }
    if (lengthOf(code) !== length || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
      this.failEncoding()
    return code
  }

  /** Offset behind the reference at `at`. Only the five named entities exist without a DOCTYPE. */
  protected reference(at: number): number {
    for (const name of namedReferences) if (this.startsWith(name, at)) return at + name.length
    const text = asciiBetween(this.bytes, at, at + longestReference)
    const found = numericReference.exec(text)
    if (found === null) this.fail('malformed', '"&" does not start a known entity; write "&amp;"', at)
    const { decimal, hex = '' } = found.groups ?? {}
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10)
    if (!isXmlCodePoint(code))
      this.fail('malformed', `${found[0]} stands for a character that XML does not allow`, at)
    return at + found[0].length
  }

  /** Whether an ASCII text stands at an offset. */
  protected startsWith(text: string, at: number): boolean {
    for (let index = 0; index < text.length; index += 1)
      if (this.byteAt(at + index) !== text.charCodeAt(index)) return false
    return true
  }

  /** Offset behind the name at `at`. */
  protected name(at: number): number {
    const { bytes } = this
    const names = nameBytes
    const end = bytes.length
    if (!isNameStart(this.codeAt(at)))
      this.fail('malformed', '"<" does not start a tag; write "&lt;"', at - 1)
    let to = at
    for (;;) {
      while (to < end && names[bytes[to] ?? 0] === 1) to += 1
      if (to >= end || names[bytes[to] ?? 0] === 0 || !this.isInName(to)) return to
      to += lengthOf(this.codeAt(to))
    }
  }

  /** Whether the character at an offset may stand in a name. */
  protected isInName(at: number): boolean {
    const kind = nameBytes[this.byteAt(at)] ?? 0
    return kind === 1 || (kind === 2 && isNameCode(this.codeAt(at)))
  }

  /** Offset of the first character from here on that is no blank. */
  protected blanks(from: number): number {
    let at = from
    for (;;) {
      const byte = this.byteAt(at)
      if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) return at
      at += 1
    }
  }

  /** Offset behind the closing quote of the value that opens at `start`. */
  protected attributeValue(start: number): number {
    const quote = this.byteAt(start)
    if (quote !== 34 && quote !== 39) this.fail('malformed', 'An attribute value is not in quotes', start)
    let at = start + 1
    for (;;) {
      const byte = this.byteAt(at)
      if (byte === quote) return at + 1
      if (byte === lessThan || byte === -1) this.fail('malformed', 'An attribute value does not end', start)
      if (byte === ampersand) at = this.reference(at)
      else at = oddBytes[byte] === 0 ? at + 1 : this.unusual(at)
    }
  }

  /** A range of the document as text. */
  protected textBetween(from: number, to: number): string {
    return decodeUtf8(this.bytes.subarray(from, to)) ?? ''
  }

  /** Raises `XmlError` with the line and column of the offset, counted only now. A file that is not UTF-8 says that first. */
  protected fail(code: XmlErrorCode, message: string, at: number): never {
    const text = decodeUtf8(this.bytes)
    if (text === null) this.failEncoding()
    throw new XmlError(code, message, positionAt(text, this.textBetween(0, at).length))
  }

  protected failEncoding(): never {
    throw new XmlError('encoding', 'The file is not UTF-8', { line: 1, column: 1 })
  }
}

/** Bytes of a character. */
function lengthOf(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
