import type { Words } from '../../words.ts'
import type { XmlTape } from '../../xml/tape.ts'

import { HashPlaces } from './hash-places.ts'
import { NumberRow } from './number-row.ts'

/** Below so many children in a row comparing each when asked is cheaper than looking for exact matches. */
export const fewChildren = 8

/**
 * The elements directly inside another one, by their numbers from 0. Each has a gap before it: blanks and comments. Nothing is
 * made for one of them, because most are never looked at alone.
 */
export class ChildRow {
  readonly tape: XmlTape
  /** The numbers of the children on the tape. */
  readonly elements: Int32Array
  readonly #contentStart: number
  #places: HashPlaces | null = null
  /** By child: whether it has the name of the one before it (1) or not (2); 0 where nobody asked. */
  #names: Uint8Array | null = null

  constructor(tape: XmlTape, parent: number) {
    this.tape = tape
    this.#contentStart = tape.contentStartOf(parent)
    const elements = new NumberRow(0)
    const end = tape.nextOf(parent)
    for (let child = parent + 1; child < end; child = tape.nextOf(child)) elements.push(child)
    this.elements = elements.all
  }

  get length(): number {
    return this.elements.length
  }

  /** Offset of the gap before a child; that of the last gap for the number behind the last child. */
  fromOf(child: number): number {
    return child === 0 ? this.#contentStart : this.endOf(child - 1)
  }

  /** Offset behind a child. */
  endOf(child: number): number {
    return this.tape.endOf(this.elements[child] ?? 0)
  }

  /** Whether a child has the name of the one before it; asked of the base for its versions too. */
  isNamedAsBefore(child: number): boolean {
    this.#names ??= new Uint8Array(this.length)
    if (this.#names[child] === 0) {
      const isSame = this.tape.haveOneName(this.elements[child - 1] ?? 0, this.elements[child] ?? 0)
      this.#names[child] = isSame ? 1 : 2
    }
    return this.#names[child] === 1
  }

  /** The first child that is the same bytes, gap included, as a range elsewhere, or -1; the first question counts all hashes. */
  find(other: Words, from: number, to: number): number {
    const { words } = this.tape
    if (this.#places === null) {
      this.#places = new HashPlaces(this.length)
      for (let child = 0; child < this.length; child += 1)
        this.#places.add(words.hashOf(this.fromOf(child), this.endOf(child)), child)
    }
    const child = this.#places.get(other.hashOf(from, to))
    if (child === -1) return -1
    const range = { from: this.fromOf(child), to: this.endOf(child), otherFrom: from, otherTo: to }
    return words.isSame(other, range) ? child : -1
  }

  /** Number of children from `place` on that are the same bytes, gaps included, as what stands elsewhere at an offset. */
  runAt(place: number, other: Words, at: number): number {
    if (place >= this.length) return 0
    const from = this.fromOf(place)
    const end = from + this.tape.words.commonLength(from, other, at)
    let next = place
    while (next < this.length && this.endOf(next) <= end) next += 1
    return next - place
  }
}
