import type { XmlTape } from './tape.ts'

import { decodeUtf8, encodeUtf8 } from '../bytes.ts'
import { firstNamed } from './ascii-names.ts'
import { CodeUnits } from './code-units.ts'

/** Bytes of a file whose text is not made for short ranges, bytes of such a range, and how many are decoded alone. */
const [largeFile, shortRead, fewReads] = [1 << 16, 1 << 10, 64]
/**
 * More are taken from pages of so many bytes, where a byte is a character: what is asked for stands together. The collector
 * does not copy texts of that length.
 */
const pageBits = 17

const namesInBytes = new Map<string, Uint8Array>()

/** Names that somebody looks for come from rules and are few. */
function bytesOf(name: string): Uint8Array {
  const known = namesInBytes.get(name)
  if (known !== undefined) return known
  const bytes = encodeUtf8(name)
  namesInBytes.set(name, bytes)
  return bytes
}

/**
 * A parsed document as text: what `XmlTape` says in bytes, in code units of `text`.
 * Elements are named by their number in document order, the same numbers as on the tape.
 */
export class XmlDocument {
  /** The same document in bytes, for work on many elements. */
  readonly source: XmlTape
  /** Number of elements; element 0 is the root. */
  readonly size: number
  #units: CodeUnits | null = null
  #fewReads = 0
  readonly #pages: string[] = []

  constructor(source: XmlTape) {
    this.source = source
    this.size = source.size
  }

  /** The whole document, decoded at the first call. */
  get text(): string {
    return this.source.text
  }

  /** Offset of the element's `<`. */
  startOf(element: number): number {
    return this.#unit(this.source.startOf(element))
  }

  /** Offset behind the element's name in its start tag. */
  nameEndOf(element: number): number {
    return this.#unit(this.source.nameEndOf(element))
  }

  /** Offset behind the start tag; the end of the element when it closes itself. */
  contentStartOf(element: number): number {
    return this.#unit(this.source.contentStartOf(element))
  }

  /** Offset of the end tag; the end of the element when it closes itself. */
  contentEndOf(element: number): number {
    return this.#unit(this.source.contentEndOf(element))
  }

  /** Offset behind the element. */
  endOf(element: number): number {
    return this.#unit(this.source.endOf(element))
  }

  /** Number of the first element that is not inside this one: its next sibling, when there is one. */
  nextOf(element: number): number {
    return this.source.nextOf(element)
  }

  /** The element's name with its prefix, as written. */
  nameOf(element: number): string {
    return this.between(this.source.startOf(element) + 1, this.source.nameEndOf(element))
  }

  /** Whether elements lie inside this one. */
  hasChildren(element: number): boolean {
    return this.source.hasChildren(element)
  }

  /** The elements directly inside this one, in order. */
  childrenOf(element: number): number[] {
    const children: number[] = []
    const end = this.nextOf(element)
    for (let child = element + 1; child < end; child = this.nextOf(child)) children.push(child)
    return children
  }

  /** The first child with this name; null when there is none. */
  childNamed(element: number, name: string): number | null {
    return firstNamed(this.source, element, bytesOf(name))
  }

  /** The element as written, tags included. */
  sourceOf(element: number): string {
    return this.between(this.source.startOf(element), this.source.endOf(element))
  }

  /** The text between two offsets of bytes. Of a large document only what is asked for is decoded, and what is near it. */
  between(from: number, to: number): string {
    const { source } = this
    if (source.isDecoded || source.bytes.length < largeFile || to - from > shortRead) {
      // The whole text holds what the pages do.
      if (this.#pages.length > 0) this.#pages.length = 0
      return this.text.slice(this.#unit(from), this.#unit(to))
    }
    if (this.#fewReads < fewReads) {
      this.#fewReads += 1
      return this.#decoded(from, to)
    }
    if (!source.isAscii) return this.text.slice(this.#unit(from), this.#unit(to))
    const page = from >> pageBits
    const start = page << pageBits
    const end = start + (1 << pageBits)
    if (to > end) return this.#decoded(from, to)
    this.#pages[page] ??= this.#decoded(start, end)
    return this.#pages[page].slice(from - start, to - start)
  }

  #decoded(from: number, to: number): string {
    return decodeUtf8(this.source.bytes.subarray(from, to)) ?? ''
  }

  #unit(offset: number): number {
    if (this.source.isAscii) return offset
    this.#units ??= new CodeUnits(this.source.bytes)
    return this.#units.before(offset)
  }
}
