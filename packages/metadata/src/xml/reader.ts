import { decodeUtf8 } from '../bytes.ts'
import { stride, XmlDocument } from './document.ts'
import { XmlError } from './errors.ts'
import { Scanner } from './scanner.ts'
import { isNameCode, positionAt } from './characters.ts'

/** What one document may hold; more is refused with an `XmlError` of code `limit`. */
export interface XmlLimits {
  /** Elements inside each other. The deepest metadata known has 12 levels. */
  readonly maxDepth: number
  readonly maxAttributes: number
  /** Code units of text. */
  readonly maxLength: number
}

const defaultLimits: XmlLimits = { maxDepth: 256, maxAttributes: 64, maxLength: 256 * 1024 * 1024 }

/** Version and encoding in single or double quotes, as the XML specification writes the rule. */
const declaration =
  /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.\d"|'1\.\d')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"(?<a>[A-Za-z][\w.-]*)"|'(?<b>[A-Za-z][\w.-]*)'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/uy

/**
 * Reads a metadata file strictly: one root, matching tags, known entities, no DOCTYPE, UTF-8 only.
 * Raises `XmlError` with line and column. The result keeps the text; writing it gives the same bytes.
 */
export function readXml(source: Uint8Array | string, limits: Partial<XmlLimits> = {}): XmlDocument {
  const text = typeof source === 'string' ? source : decodeUtf8(source)
  if (text === null) throw new XmlError('encoding', 'The file is not UTF-8', { line: 1, column: 1 })
  return new Reader(text, { ...defaultLimits, ...limits }).read()
}

const lessThan = 60
const greaterThan = 62
const ampersand = 38
const slash = 47
const bang = 33
const question = 63

/**
 * Reads by character codes and writes places to the tape: a retrieve holds hundreds of
 * megabytes of text, and most of it is never looked at.
 */
class Reader extends Scanner {
  readonly #limits: XmlLimits
  #tape = new Int32Array(1024 * stride)
  #size = 0
  readonly #open: number[] = []

  constructor(text: string, limits: XmlLimits) {
    super(text)
    this.#limits = limits
  }

  read(): XmlDocument {
    const text = this.text
    if (text.length > this.#limits.maxLength)
      this.fail('limit', `The file is longer than ${this.#limits.maxLength}`, 0)
    if (text.charCodeAt(0) === 0xfeff) this.at = 1
    this.#declaration()
    this.#outside()
    if (this.at >= text.length) this.fail('malformed', 'There is no root element')
    this.#elements()
    this.#outside()
    if (this.at < text.length) this.fail('malformed', 'There is something behind the root element')
    return new XmlDocument(text, this.#tape.slice(0, this.#size * stride), this.#size)
  }

  #declaration(): void {
    if (!this.text.startsWith('<?xml', this.at) || isNameCode(this.text.charCodeAt(this.at + 5))) return
    declaration.lastIndex = this.at
    const found = declaration.exec(this.text)
    if (found === null) this.fail('malformed', 'The XML declaration is not valid')
    const encoding = found.groups?.['a'] ?? found.groups?.['b']
    if (encoding !== undefined && !/^(?:utf-?8|us-ascii)$/iu.test(encoding)) {
      this.fail('encoding', `The encoding ${encoding} is not supported, only UTF-8`)
    }
    this.at += found[0].length
  }

  /** Blanks, comments and processing instructions around the root. */
  #outside(): void {
    const text = this.text
    while (this.at < text.length) {
      const code = text.charCodeAt(this.at)
      if (code === 32 || code === 10 || code === 13 || code === 9) this.at += 1
      else if (code !== lessThan) this.fail('malformed', 'There is text outside the root element')
      else if (text.charCodeAt(this.at + 1) === bang || text.charCodeAt(this.at + 1) === question)
        this.#special(false)
      else return
    }
  }

  #elements(): void {
    const text = this.text
    this.#startTag()
    while (this.#open.length > 0) {
      this.#characters()
      const code = text.charCodeAt(this.at + 1)
      if (code === slash) this.#endTag()
      else if (code === bang || code === question) this.#special(true)
      else this.#startTag()
    }
  }

  /** Text up to the next `<`. */
  #characters(): void {
    const text = this.text
    const end = text.length
    let at = this.at
    while (at < end) {
      const code = text.charCodeAt(at)
      if (code === lessThan) {
        this.at = at
        return
      }
      if (code === ampersand) at = this.reference(at)
      else if (code === greaterThan && text.startsWith(']]', at - 2) && at - 2 >= this.at)
        this.fail('malformed', '"]]>" in text', at)
      else {
        if (code < 32 || code > 0xd7ff) this.checkCode(code, at)
        at += 1
      }
    }
    const open = this.#open.at(-1) ?? 0
    const start = this.#tape[open * stride] ?? 0
    const name = text.slice(start + 1, this.#tape[open * stride + 1])
    this.fail(
      'malformed',
      `The file ends inside <${name}>, which opens in line ${positionAt(text, start).line}`,
      end,
    )
  }

  #startTag(): void {
    const start = this.at
    const nameEnd = this.name(start + 1)
    if (this.#open.length >= this.#limits.maxDepth)
      this.fail('limit', `More than ${this.#limits.maxDepth} elements lie inside each other`)
    const element = this.#add(start, nameEnd)
    let at = this.#attributes(nameEnd)
    const closes = this.text.charCodeAt(at) === slash
    if (closes) at += 1
    if (this.text.charCodeAt(at) !== greaterThan) this.fail('malformed', 'A tag is not closed with ">"', at)
    this.at = at + 1
    this.#tape[element * stride + 2] = at + 1
    if (closes) this.#close(element, at + 1)
    else this.#open.push(element)
  }

  #add(start: number, nameEnd: number): number {
    const element = this.#size
    this.#size += 1
    if (this.#size * stride > this.#tape.length) {
      const larger = new Int32Array(this.#tape.length * 2)
      larger.set(this.#tape)
      this.#tape = larger
    }
    this.#tape[element * stride] = start
    this.#tape[element * stride + 1] = nameEnd
    return element
  }

  /** The last three numbers of an element are known only here. */
  #close(element: number, contentEnd: number): void {
    this.#tape[element * stride + 3] = contentEnd
    this.#tape[element * stride + 4] = this.at
    this.#tape[element * stride + 5] = this.#size
  }

  /** Compares the name in place, without making a text of it. */
  #endTag(): void {
    const text = this.text
    const start = this.at
    const element = this.#open.pop() ?? 0
    let opened = (this.#tape[element * stride] ?? 0) + 1
    const openedEnd = this.#tape[element * stride + 1] ?? 0
    let at = start + 2
    while (opened < openedEnd && text.charCodeAt(at) === text.charCodeAt(opened)) {
      at += 1
      opened += 1
    }
    if (opened < openedEnd || isNameCode(text.charCodeAt(at))) this.#failMismatch(element, start)
    at = this.blanks(at)
    if (text.charCodeAt(at) !== greaterThan) this.fail('malformed', 'An end tag is not closed with ">"', at)
    this.at = at + 1
    this.#close(element, start)
  }

  #failMismatch(element: number, at: number): never {
    const opened = this.#tape[element * stride] ?? 0
    const name = this.text.slice(opened + 1, this.#tape[element * stride + 1])
    const found = /<\/[^>\s]{0,80}/uy
    found.lastIndex = at
    const got = found.exec(this.text)?.[0] ?? '</'
    this.fail('malformed', `${got}> closes <${name}> of line ${positionAt(this.text, opened).line}`, at)
  }

  /** Reads attributes for their form only; `attributesOf` reads them again when somebody asks. */
  #attributes(from: number): number {
    const text = this.text
    const first = text.charCodeAt(from)
    if (first === greaterThan || first === slash) return from
    const names = new Set<string>()
    let at = from
    for (;;) {
      const next = this.blanks(at)
      const code = text.charCodeAt(next)
      if (code === greaterThan || code === slash || next >= text.length) return next
      if (next === at) this.fail('malformed', 'A blank is missing before an attribute', at)
      const nameEnd = this.name(next)
      const name = text.slice(next, nameEnd)
      if (names.has(name)) this.fail('malformed', `The attribute ${name} stands twice`, next)
      names.add(name)
      if (names.size > this.#limits.maxAttributes)
        this.fail('limit', `More than ${this.#limits.maxAttributes} attributes`, next)
      const equals = this.blanks(nameEnd)
      if (text[equals] !== '=') this.fail('malformed', `The attribute ${name} has no value`, equals)
      at = this.attributeValue(this.blanks(equals + 1))
    }
  }

  /** Comments, CDATA and processing instructions; a DOCTYPE is refused. */
  #special(inside: boolean): void {
    const text = this.text
    const start = this.at
    if (text.startsWith('<!--', start)) this.#block(start + 4, '--', 'comment')
    else if (text.startsWith('<?', start))
      this.#block(this.#instruction(start), '?>', 'processing instruction')
    else if (inside && text.startsWith('<![CDATA[', start)) this.#block(start + 9, ']]>', 'CDATA section')
    else if (/^<!doctype/iu.test(text.slice(start, start + 9)))
      this.fail('doctype', 'A DOCTYPE is not allowed')
    else this.fail('malformed', '"<!" does not start a comment')
  }

  #instruction(start: number): number {
    const end = this.name(start + 2)
    if (/^xml$/iu.test(this.text.slice(start + 2, end)))
      this.fail('malformed', 'An XML declaration stands only at the very start')
    if (!this.text.startsWith('?>', end) && this.blanks(end) === end)
      this.fail('malformed', 'A processing instruction is not valid', end)
    return end
  }

  /** Skips to the terminator; inside only the characters are checked. */
  #block(from: number, terminator: string, what: string): void {
    const end = this.text.indexOf(terminator, from)
    if (end < 0) this.fail('malformed', `A ${what} does not end`)
    for (let at = from; at < end; at += 1) {
      const code = this.text.charCodeAt(at)
      if (code < 32 || code > 0xd7ff) this.checkCode(code, at)
    }
    this.at = end + terminator.length
    if (terminator !== '--') return
    if (this.text.charCodeAt(this.at) !== greaterThan) this.fail('malformed', '"--" inside a comment', end)
    this.at += 1
  }
}
