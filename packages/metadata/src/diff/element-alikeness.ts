import type { Words } from '../words.ts'
import type { XmlDocument } from '../xml/document.ts'
import type { XmlTape } from '../xml/tape.ts'
import type { LastSaid } from './element-names.ts'

import { lastName } from './element-names.ts'

/** Tells elements of two versions apart: where they are written alike, and what names they have. */
export class Alikeness {
  readonly #left: XmlTape
  readonly #right: XmlTape
  readonly #words: Words
  readonly #otherWords: Words
  /** Their names. */
  readonly names: LastSaid = lastName()

  constructor(left: XmlDocument, right: XmlDocument) {
    this.#left = left.source
    this.#right = right.source
    this.#words = this.#left.words
    this.#otherWords = this.#right.words
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
   * The usual change: the one child, in its place, outside of which two elements that differ are the same bytes. Its number,
   * counted from its parent, is the same in both; -1 when there is more.
   */
  onlyChild(before: number, after: number): number {
    const left = this.#left
    const right = this.#right
    const [start, otherStart] = [left.startOf(before), right.startOf(after)]
    const parting = start + this.#words.commonLength(start, this.#otherWords, otherStart)
    const next = left.nextOf(before)
    let child = before + 1
    while (child < next && left.endOf(child) <= parting) child = left.nextOf(child)
    const number = child - before
    const other = after + number
    if (child >= next || other >= right.nextOf(after) || left.startOf(child) >= parting) return -1
    const isRestSame = this.#words.isSame(this.#otherWords, {
      from: left.endOf(child),
      to: left.endOf(before),
      otherFrom: right.endOf(other),
      otherTo: right.endOf(after),
    })
    return isRestSame ? number : -1
  }
}
