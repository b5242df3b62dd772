import type { XmlErrorCode } from './errors.ts'

import { isNameCode, isNameStartCode, isXmlCodePoint, positionAt } from './characters.ts'
import { XmlError } from './errors.ts'

const referencePattern = /&(?:amp|lt|gt|apos|quot|#(?<decimal>[0-9]{1,7})|#x(?<hex>[0-9A-Fa-f]{1,6}));/uy

const lessThan = 60
const ampersand = 38

/** The pieces of a document below the level of tags: names, blanks, references, attribute values. */
export class Scanner {
  protected readonly text: string
  /** The offset that is read next. */
  protected at = 0

  constructor(text: string) {
    this.text = text
  }

  /**
   * Refuses control characters, lone surrogates and the two non-characters; Git and the
   * service refuse or mangle them.
   */
  protected checkCode(code: number, at: number): void {
    const isControl = code < 32 && code !== 10 && code !== 13 && code !== 9
    const isLone = code >= 0xd800 && code <= 0xdfff && !isPaired(this.text, at)
    if (isControl || isLone || code === 0xfffe || code === 0xffff)
      this.fail('malformed', 'A character that XML does not allow', at)
  }

  /** Offset behind the reference at `at`. Only the five named entities exist without a DOCTYPE. */
  protected reference(at: number): number {
    referencePattern.lastIndex = at
    const found = referencePattern.exec(this.text)
    if (found === null) this.fail('malformed', '"&" does not start a known entity; write "&amp;"', at)
    const digits = found.groups?.['decimal'] ?? found.groups?.['hex']
    if (digits !== undefined) {
      const code = Number.parseInt(digits, found.groups?.['hex'] === undefined ? 10 : 16)
      if (!isXmlCodePoint(code))
        this.fail('malformed', `${found[0]} stands for a character that XML does not allow`, at)
    }
    return at + found[0].length
  }

  /** Offset behind the name at `at`. */
  protected name(at: number): number {
    const text = this.text
    if (!isNameStartCode(text.charCodeAt(at)))
      this.fail('malformed', '"<" does not start a tag; write "&lt;"', at - 1)
    let end = at + 1
    while (isNameCode(text.charCodeAt(end))) end += 1
    return end
  }

  /** Offset of the first character from here on that is no blank. */
  protected blanks(from: number): number {
    let at = from
    for (;;) {
      const code = this.text.charCodeAt(at)
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at
      at += 1
    }
  }

  /** Offset behind the closing quote of the value that opens at `start`. */
  protected attributeValue(start: number): number {
    const text = this.text
    const quote = text.charCodeAt(start)
    if (quote !== 34 && quote !== 39) this.fail('malformed', 'An attribute value is not in quotes', start)
    let at = start + 1
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === quote) return at + 1
      if (code === ampersand) at = this.reference(at)
      else {
        if (code === lessThan || Number.isNaN(code))
          this.fail('malformed', 'An attribute value does not end', start)
        if (code < 32 || code > 0xd7ff) this.checkCode(code, at)
        at += 1
      }
    }
  }

  /** Raises `XmlError` with the line and column of the offset, counted only now. */
  protected fail(code: XmlErrorCode, message: string, at: number = this.at): never {
    throw new XmlError(code, message, positionAt(this.text, at))
  }
}

function isPaired(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code <= 0xdbff) {
    const next = text.charCodeAt(at + 1)
    return next >= 0xdc00 && next <= 0xdfff
  }
  const before = text.charCodeAt(at - 1)
  return before >= 0xd800 && before <= 0xdbff
}
