import type { Words } from '../words.ts'
import type { XmlTape } from '../xml/tape.ts'

import { HashPlaces } from './hash-places.ts'

/** Below so many children in a row comparing each when asked is cheaper than looking for twins. */
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

  constructor(tape: XmlTape, parent: number) {
    this.tape = tape
    this.#contentStart = tape.contentStartOf(parent)
    const end = tape.nextOf(parent)
    let count = 0
    for (let child = parent + 1; child < end; child = tape.nextOf(child)) count += 1
    this.elements = new Int32Array(count)
    for (let [place, child] = [0, parent + 1]; place < count; place += 1, child = tape.nextOf(child))
      this.elements[place] = child
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

  /** The first child with this hash of gap and element, or -1; the hashes are counted at the first question. */
  placeOf(hash: number): number {
    if (this.#places === null) {
      const places = new HashPlaces(this.length)
      for (let child = 0; child < this.length; child += 1)
        places.add(this.tape.words.hashOf(this.fromOf(child), this.endOf(child)), child)
      this.#places = places
    }
    return this.#places.get(hash)
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
