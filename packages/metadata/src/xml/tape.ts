import { decodeUtf8 } from '../bytes.ts'
import { Words } from '../words.ts'

/** Numbers an element takes on the tape: start, nameEnd, contentStart, contentEnd, end, next. */
export const stride = 6

/**
 * A checked document: its bytes, and a flat row of numbers with the place of every element. Nothing is decoded or copied
 * until somebody asks; a document of a million elements is one array. Elements are named by their number in document order,
 * all offsets count bytes.
 */
export class XmlTape {
  readonly bytes: Uint8Array
  /** `stride` numbers an element, in document order. */
  readonly places: Int32Array
  /** Number of elements; element 0 is the root. */
  readonly size: number
  /** Whether every byte is a character, so that byte offsets are text offsets too. */
  readonly isAscii: boolean
  #text: string | null
  #words: Words | null = null

  /** `text` when the caller has it already. */
  constructor(
    bytes: Uint8Array,
    places: Int32Array,
    facts: { readonly size: number; readonly isAscii: boolean; readonly text: string | null },
  ) {
    this.bytes = bytes
    this.places = places
    this.size = facts.size
    this.isAscii = facts.isAscii
    this.#text = facts.text
  }

  /** The bytes, for comparing ranges of them. */
  get words(): Words {
    this.#words ??= new Words(this.bytes)
    return this.#words
  }

  /** Whether two elements have one name. */
  haveOneName(a: number, b: number): boolean {
    const [start, end, other] = [this.startOf(a), this.nameEndOf(a), this.startOf(b)]
    const length = end - start
    return this.nameEndOf(b) - other === length && this.words.repeatedLength(start, end, other) === length
  }

  /** The whole document, decoded at the first call. */
  get text(): string {
    this.#text ??= decodeUtf8(this.bytes) ?? ''
    return this.#text
  }

  /** Whether somebody asked for the whole text already. */
  get isDecoded(): boolean {
    return this.#text !== null
  }

  /** Offset of the element's `<`. */
  startOf(element: number): number {
    return this.places[element * stride] ?? 0
  }

  /** Offset behind the element's name in its start tag. */
  nameEndOf(element: number): number {
    return this.places[element * stride + 1] ?? 0
  }

  /** Offset behind the start tag; the end of the element when it closes itself. */
  contentStartOf(element: number): number {
    return this.places[element * stride + 2] ?? 0
  }

  /** Offset of the end tag; the end of the element when it closes itself. */
  contentEndOf(element: number): number {
    return this.places[element * stride + 3] ?? 0
  }

  /** Offset behind the element. */
  endOf(element: number): number {
    return this.places[element * stride + 4] ?? 0
  }

  /** Number of the first element that is not inside this one: its next sibling, when there is one. */
  nextOf(element: number): number {
    return this.places[element * stride + 5] ?? this.size
  }

  /** Whether elements lie inside this one. */
  hasChildren(element: number): boolean {
    return this.nextOf(element) > element + 1
  }
}
