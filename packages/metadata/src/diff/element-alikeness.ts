import type { XmlDocument } from '../xml/document.ts'

import { sameRange } from '../bytes.ts'
import { Words } from '../merge/words.ts'

/** Tells which elements of two versions are written alike. What follows each other alike is compared once, in one run. */
export class Alikeness {
  readonly #left: XmlDocument
  readonly #right: XmlDocument
  readonly #words: Words
  readonly #otherWords: Words
  /** The last run: from where to where it is alike on the left, and how much later it stands on the right. */
  #run = { from: 0, to: 0, shift: 0 }

  constructor(left: XmlDocument, right: XmlDocument) {
    this.#left = left
    this.#right = right
    this.#words = new Words(left.source.bytes)
    this.#otherWords = new Words(right.source.bytes)
  }

  of(a: number | undefined, b: number | undefined): boolean {
    if (a === undefined || b === undefined) return false
    const [left, right] = [this.#left.source, this.#right.source]
    const [from, to, at] = [left.startOf(a), left.endOf(a), right.startOf(b)]
    if (to - from !== right.endOf(b) - at) return false
    const run = this.#run
    if (from < run.from || from > run.to || at - from !== run.shift)
      this.#run = { from, to: from + this.#words.commonLength(from, this.#otherWords, at), shift: at - from }
    return to <= this.#run.to
  }

  /** The same for elements that are asked for from the end on, where no run begins. */
  ofTwo(a: number | undefined, b: number | undefined): boolean {
    if (a === undefined || b === undefined) return false
    const [left, right] = [this.#left.source, this.#right.source]
    return sameRange(left.bytes, right.bytes, {
      from: left.startOf(a),
      to: left.endOf(a),
      otherFrom: right.startOf(b),
      otherTo: right.endOf(b),
    })
  }
}
