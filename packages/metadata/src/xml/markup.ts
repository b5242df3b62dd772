import { sameRange } from '../bytes.ts'
import { Scanner } from './scanner.ts'

/** What one document may hold; more is refused with an `XmlError` of code `limit`. */
export interface XmlLimits {
  /** Elements inside each other. The deepest metadata known has 12 levels. */
  readonly maxDepth: number
  readonly maxAttributes: number
  /** Bytes. */
  readonly maxLength: number
}

export const defaultLimits: XmlLimits = { maxDepth: 256, maxAttributes: 64, maxLength: 256 * 1024 * 1024 }

const lessThan = 60
const greaterThan = 62
const slash = 47
const bang = 33
const question = 63
const equals = 61

/** Version and encoding in single or double quotes, as the XML specification writes the rule. */
const declaration =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.\d"|'1\.\d')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"(?<a>[A-Za-z][\w.-]*)"|'(?<b>[A-Za-z][\w.-]*)'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>$/u

/** What nearly every file begins with. */
const usualDeclaration = '<?xml version="1.0" encoding="UTF-8"?>'

/** What stands between and inside tags: the declaration, attributes, comments, instructions, CDATA. */
export class Markup extends Scanner {
  protected readonly limits: XmlLimits

  constructor(bytes: Uint8Array, limits: XmlLimits) {
    super(bytes)
    this.limits = limits
  }

  /** Offset behind the XML declaration, when there is one. */
  protected declaration(start: number): number {
    if (this.startsWith(usualDeclaration, start)) return start + usualDeclaration.length
    if (!this.startsWith('<?xml', start) || this.isInName(start + 5)) return start
    const end = this.#find('?>', start)
    const found = declaration.exec(end < 0 ? '' : this.textBetween(start, end + 2))
    if (found === null) this.fail('malformed', 'The XML declaration is not valid', start)
    const encoding = found.groups?.['a'] ?? found.groups?.['b']
    if (encoding !== undefined && !/^(?:utf-?8|us-ascii)$/iu.test(encoding))
      this.fail('encoding', `The encoding ${encoding} is not supported, only UTF-8`, start)
    return end + 2
  }

  /** Offset behind blanks, comments and processing instructions around the root. */
  protected outside(from: number): number {
    let at = from
    while (at < this.bytes.length) {
      at = this.blanks(at)
      if (at >= this.bytes.length) return at
      if (this.bytes[at] !== lessThan) this.fail('malformed', 'There is text outside the root element', at)
      const next = this.byteAt(at + 1)
      if (next !== bang && next !== question) return at
      at = this.special(at, false)
    }
    return at
  }

  /** Reads attributes for their form only; `attributesOf` reads them again when somebody asks. */
  protected attributes(from: number): number {
    /** Start and end of each name. */
    const names: number[] = []
    let at = from
    for (;;) {
      const next = this.blanks(at)
      const byte = this.byteAt(next)
      if (byte === greaterThan || byte === slash || byte === -1) return next
      if (next === at) this.fail('malformed', 'A blank is missing before an attribute', at)
      const nameEnd = this.name(next)
      if (this.#standsIn(names, next, nameEnd))
        this.fail('malformed', `The attribute ${this.textBetween(next, nameEnd)} stands twice`, next)
      names.push(next, nameEnd)
      if (names.length > 2 * this.limits.maxAttributes)
        this.fail('limit', `More than ${this.limits.maxAttributes} attributes`, next)
      const sign = this.blanks(nameEnd)
      if (this.byteAt(sign) !== equals)
        this.fail('malformed', `The attribute ${this.textBetween(next, nameEnd)} has no value`, sign)
      at = this.attributeValue(this.blanks(sign + 1))
    }
  }

  /** Whether one of the ranges holds the bytes between two offsets. */
  #standsIn(ranges: readonly number[], from: number, to: number): boolean {
    const { bytes } = this
    for (let index = 0; index < ranges.length; index += 2) {
      const start = ranges[index] ?? 0
      const range = { from, to, otherFrom: start, otherTo: ranges[index + 1] ?? 0 }
      if (sameRange(bytes, bytes, range)) return true
    }
    return false
  }

  /** Offset behind a comment, a CDATA section or a processing instruction; a DOCTYPE is refused. */
  protected special(start: number, inside: boolean): number {
    if (this.startsWith('<!--', start)) {
      const end = this.#block(start + 4, { start, terminator: '--', what: 'comment' })
      if (this.byteAt(end) !== greaterThan) this.fail('malformed', '"--" inside a comment', end - 2)
      return end + 1
    }
    if (this.byteAt(start + 1) === question) {
      const from = this.#instruction(start)
      return this.#block(from, { start, terminator: '?>', what: 'processing instruction' })
    }
    if (inside && this.startsWith('<![CDATA[', start))
      return this.#block(start + 9, { start, terminator: ']]>', what: 'CDATA section' })
    const text = String.fromCharCode(...this.bytes.subarray(start, start + 9))
    return /^<!doctype/iu.test(text)
      ? this.fail('doctype', 'A DOCTYPE is not allowed', start)
      : this.fail('malformed', '"<!" does not start a comment', start)
  }

  #instruction(start: number): number {
    const end = this.name(start + 2)
    if (/^xml$/iu.test(this.textBetween(start + 2, end)))
      this.fail('malformed', 'An XML declaration stands only at the very start', start)
    if (!this.startsWith('?>', end) && this.blanks(end) === end)
      this.fail('malformed', 'A processing instruction is not valid', end)
    return end
  }

  /** Offset behind the terminator; what lies before it is checked for characters only. */
  #block(
    from: number,
    {
      start,
      terminator,
      what,
    }: { readonly start: number; readonly terminator: string; readonly what: string },
  ): number {
    const end = this.#find(terminator, from)
    if (end < 0) this.fail('malformed', `A ${what} does not end`, start)
    for (let at = from; at < end;) {
      const byte = this.bytes[at] ?? 0
      at = byte >= 32 && byte < 128 ? at + 1 : this.unusual(at)
    }
    return end + terminator.length
  }

  /** Offset of an ASCII text from here on; -1 when it is not there. */
  #find(text: string, from: number): number {
    const first = text.charCodeAt(0)
    let at = this.bytes.indexOf(first, from)
    while (at >= 0 && !this.startsWith(text, at)) at = this.bytes.indexOf(first, at + 1)
    return at
  }
}
