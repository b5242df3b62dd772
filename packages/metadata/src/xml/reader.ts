import type { XmlLimits } from './markup.ts'

import { encodeUtf8 } from '../bytes.ts'
import { nameBytes, oddBytes, positionAt } from './characters.ts'
import { XmlDocument } from './document.ts'
import { XmlError } from './errors.ts'
import { defaultLimits } from './markup.ts'
import { fewestElements, TapeWriter } from './tape-writer.ts'
import { stride, XmlTape } from './tape.ts'

/**
 * Reads a metadata file strictly: one root, matching tags, known entities, no DOCTYPE, UTF-8 only.
 * Raises `XmlError` with line and column. The result keeps the text; writing it gives the same bytes.
 */
export function readXml(source: Uint8Array | string, limits?: Partial<XmlLimits>): XmlDocument {
  if (typeof source !== 'string') return new XmlDocument(readTape(source, limits))
  // UTF-8 cannot hold half of a character: it is refused before anything else.
  const lone = /[\ud800-\udfff]/u.exec(source)
  if (lone !== null)
    throw new XmlError('malformed', 'A character that XML does not allow', positionAt(source, lone.index))
  return new XmlDocument(new Reader(encodeUtf8(source), withDefaults(limits)).read(source))
}

/** The same in bytes, for work on many elements: nothing is decoded. Raises `XmlError` as `readXml` does. */
export function readTape(bytes: Uint8Array, limits?: Partial<XmlLimits>): XmlTape {
  return new Reader(bytes, withDefaults(limits)).read(null)
}

function withDefaults(limits: Partial<XmlLimits> | undefined): XmlLimits {
  return limits === undefined ? defaultLimits : { ...defaultLimits, ...limits }
}

const lessThan = 60
const greaterThan = 62
const slash = 47
const bang = 33
const question = 63
/** Names begin with a letter, `_` or `:`; of these, digits, `-` and `.` are smaller than letters. */
const upperA = 65

/**
 * Reads byte by byte and writes places to the tape: a retrieve holds hundreds of megabytes of text,
 * and most of it is never looked at.
 */
export class Reader extends TapeWriter {
  /** Places of the open elements on the tape. */
  readonly #open = this.buffers.open
  protected depth = 0

  /** Reads the whole file, once. */
  read(text: string | null): XmlTape {
    this.requireBuffers()
    try {
      return this.#whole(text)
    } finally {
      this.release()
    }
  }

  #whole(text: string | null): XmlTape {
    const { bytes } = this
    if (bytes.length > this.limits.maxLength)
      this.fail('limit', `The file is longer than ${this.limits.maxLength}`, 0)
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    if (hasMark) this.isAscii = false
    const start = this.outside(this.declaration(hasMark ? 3 : 0))
    if (start >= bytes.length) this.fail('malformed', 'There is no root element', start)
    const end = this.outside(this.root(start))
    if (end < bytes.length) this.fail('malformed', 'There is something behind the root element', end)
    return new XmlTape(bytes, this.kept(), { size: this.size, isAscii: this.isAscii, text })
  }

  /** Offset behind the root. */
  protected root(start: number): number {
    return this.upTo(0, this.startTag(start), this.lastTagEnd())
  }

  /** Offset of the last `>` of the document: no inner loop runs beyond it. */
  protected lastTagEnd(): number {
    return this.bytes.lastIndexOf(greaterThan)
  }

  /** Reads on until so many elements are open; gives the offset behind the end tag. */
  protected upTo(depth: number, from: number, last: number): number {
    let at = from
    while (this.depth > depth) {
      at = this.#plain(at, depth, last)
      if (this.depth === depth) return at
      at = this.step(at)
    }
    return at
  }

  /** Reads text and the tag, comment, instruction or CDATA section behind it; gives the offset behind that. */
  protected step(from: number): number {
    const at = this.characters(from)
    if (at >= this.bytes.length) this.#failEnd()
    const next = this.byteAt(at + 1)
    if (next === slash) return this.#endTag(at)
    return next === bang || next === question ? this.special(at, true) : this.startTag(at)
  }

  /**
   * Reads on as long as there are only tags without attributes, named in ASCII, and text: nearly all of nearly every file.
   * Gives the offset of what is not so, or of the text before it; stops where only `least` elements are open. One function
   * with all in locals, because this is the inner loop of everything that reads metadata.
   */
  #plain(from: number, least: number, last: number): number {
    const { bytes, limits } = this
    const [names, odd, open] = [nameBytes, oddBytes, this.#open]
    let [places, size, depth, at] = [this.places, this.size, this.depth, from]
    while (depth > least && at < last) {
      let start = at
      while (odd[bytes[start] ?? 0] === 0) start += 1
      if (bytes[start] !== lessThan) start = this.characters(at, start)
      if (start >= last) break
      const first = bytes[start + 1] ?? 0
      let next = start + 2
      if (first === slash) {
        const place = open[depth - 1] ?? 0
        const nameEnd = places[place + 1] ?? 0
        let opened = (places[place] ?? 0) + 1
        while (opened < nameEnd && bytes[next] === bytes[opened]) {
          opened += 1
          next += 1
        }
        if (opened < nameEnd || bytes[next] !== greaterThan) break
        depth -= 1
        at = next + 1
        places[place + 3] = start
        places[place + 4] = at
        places[place + 5] = size
        if (depth === 1 && least === 0 && size * stride - place >= fewestElements * stride) {
          this.size = size
          at = this.alike(place / stride, at)
          places = this.places
          size = this.size
        }
        continue
      }
      if (names[first] !== 1 || first < upperA || depth >= limits.maxDepth) break
      while (names[bytes[next] ?? 0] === 1) next += 1
      const closes = bytes[next] === slash ? 1 : 0
      if (bytes[next + closes] !== greaterThan) break
      const place = size * stride
      if (place + stride > places.length) places = this.grow()
      size += 1
      at = next + closes + 1
      places[place] = start
      places[place + 1] = next
      places[place + 2] = at
      if (closes === 0) open[depth++] = place
      else {
        places[place + 3] = at
        places[place + 4] = at
        places[place + 5] = size
      }
    }
    this.size = size
    this.depth = depth
    return at
  }

  #failEnd(): never {
    const place = this.#open[this.depth - 1] ?? 0
    const start = this.places[place] ?? 0
    const name = this.textBetween(start + 1, this.places[place + 1] ?? 0)
    const { line } = positionAt(this.textBetween(0, this.bytes.length), this.textBetween(0, start).length)
    const message = `The file ends inside <${name}>, which opens in line ${line}`
    this.fail('malformed', message, this.bytes.length)
  }

  protected startTag(start: number): number {
    const nameEnd = this.name(start + 1)
    if (this.depth >= this.limits.maxDepth)
      this.fail('limit', `More than ${this.limits.maxDepth} elements lie inside each other`, start)
    const place = this.size * stride
    if (place + stride > this.places.length) this.grow()
    this.size += 1
    this.places[place] = start
    this.places[place + 1] = nameEnd
    let at = nameEnd
    if (this.byteAt(at) !== greaterThan) at = this.attributes(nameEnd)
    const closes = this.byteAt(at) === slash
    if (closes) at += 1
    if (this.byteAt(at) !== greaterThan) this.fail('malformed', 'A tag is not closed with ">"', at)
    this.places[place + 2] = at + 1
    if (closes) this.#close(place, at + 1, at + 1)
    else {
      this.#open[this.depth] = place
      this.depth += 1
    }
    return at + 1
  }

  /** The last three numbers of an element are known only at its end. */
  #close(place: number, contentEnd: number, end: number): void {
    this.places[place + 3] = contentEnd
    this.places[place + 4] = end
    this.places[place + 5] = this.size
  }

  /** Compares the name in place, without making a text of it. */
  #endTag(start: number): number {
    const { bytes } = this
    this.depth -= 1
    const place = this.#open[this.depth] ?? 0
    const nameEnd = this.places[place + 1] ?? 0
    let opened = (this.places[place] ?? 0) + 1
    let at = start + 2
    while (opened < nameEnd && this.byteAt(at) === bytes[opened]) {
      at += 1
      opened += 1
    }
    if (opened < nameEnd || this.isInName(at)) this.#failMismatch(place, start)
    at = this.blanks(at)
    if (this.byteAt(at) !== greaterThan) this.fail('malformed', 'An end tag is not closed with ">"', at)
    this.#close(place, start, at + 1)
    return at + 1
  }

  #failMismatch(place: number, at: number): never {
    const opened = this.places[place] ?? 0
    const name = this.textBetween(opened + 1, this.places[place + 1] ?? 0)
    const text = this.textBetween(0, this.bytes.length)
    const unit = this.textBetween(0, at).length
    const got = /^<\/[^>\s]{0,80}/u.exec(text.slice(unit, unit + 400))?.[0] ?? '</'
    const { line } = positionAt(text, this.textBetween(0, opened).length)
    this.fail('malformed', `${got}> closes <${name}> of line ${line}`, at)
  }
}
