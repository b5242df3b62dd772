import type { XmlDocument } from '../xml/document.ts'
import type { XmlTape } from '../xml/tape.ts'

import { Words } from '../words.ts'

/** An element of each of two versions. */
interface ElementPair {
  readonly before: number
  readonly after: number
}

/** Tells where elements of two versions are written alike. */
export class Alikeness {
  readonly #left: XmlTape
  readonly #right: XmlTape
  readonly #words: Words
  readonly #otherWords: Words

  constructor(left: XmlDocument, right: XmlDocument) {
    this.#left = left.source
    this.#right = right.source
    this.#words = new Words(left.source.bytes)
    this.#otherWords = new Words(right.source.bytes)
  }

  /** Whether an element of the one is written like one of the other. */
  of(before: number, after: number): boolean {
    const left = this.#left
    const right = this.#right
    return this.#words.isSame(this.#otherWords, {
      from: left.startOf(before),
      to: left.endOf(before),
      otherFrom: right.startOf(after),
      otherTo: right.endOf(after),
    })
  }

  /**
   * The usual change: the one child, in its place, outside of which two elements that differ are the same bytes. Null when
   * there is more.
   */
  onlyChild(before: number, after: number): ElementPair | null {
    const left = this.#left
    const right = this.#right
    const [start, otherStart] = [left.startOf(before), right.startOf(after)]
    const parting = start + this.#words.commonLength(start, this.#otherWords, otherStart)
    const [next, otherNext] = [left.nextOf(before), right.nextOf(after)]
    let [child, other] = [before + 1, after + 1]
    while (child < next && left.endOf(child) <= parting) {
      child = left.nextOf(child)
      other = right.nextOf(other)
    }
    if (child >= next || other >= otherNext || left.startOf(child) >= parting) return null
    const isRestSame = this.#words.isSame(this.#otherWords, {
      from: left.endOf(child),
      to: left.endOf(before),
      otherFrom: right.endOf(other),
      otherTo: right.endOf(after),
    })
    return isRestSame ? { before: child, after: other } : null
  }
}
