import type { Words } from '../../words.ts'
import type { ChildRow } from './child-row.ts'

import { NumberRow } from './number-row.ts'

/**
 * Goes from child to child of a version and says which are the same bytes, gap included, as one of the known version. Most
 * are, one behind the other, and are compared once in long runs. Where the versions part, what follows tells a child that
 * changed in its place, was added, or was taken out. Only children that still do not go on together after a quarter of the
 * row, or at its end, are looked for by hashes: counting those of all known ones takes as long as reading half of them.
 * A child that finds none may still have one.
 */
export class ExactMatchWalk {
  /** By child of the version: the known one that is the same bytes, or -1. */
  readonly exactMatches: NumberRow
  readonly #known: ChildRow
  readonly #words: Words
  /** The known child that is next, and how many from there on are the same bytes as what comes next in the version. */
  #place = 0
  #run = 0
  /** The known child where the versions parted, and the offsets where the version's children since then begin. */
  #parting = 0
  readonly #unmatched = new NumberRow(0)
  /** Whether children were looked for already: from then on that takes little. */
  #isSearching = false

  /** Both before their first child; the version's begins at the offset. */
  constructor(known: ChildRow, words: Words, at: number) {
    this.exactMatches = new NumberRow(known.length)
    this.#known = known
    this.#words = words
    this.#goOn(at)
  }

  get place(): number {
    return this.#place
  }

  get run(): number {
    return this.#run
  }

  /** Takes the run, which ends at an offset of the version. */
  takeRun(end: number): void {
    const next = this.#place + this.#run
    for (let child = this.#place; child < next; child += 1) this.exactMatches.push(child)
    this.#place = next
    this.#goOn(end)
  }

  /** Takes a child that is not the next known one. */
  takeOther(from: number, end: number): void {
    if (this.#unmatched.length === 0) this.#parting = this.#place
    this.exactMatches.push(-1)
    this.#unmatched.push(from)
    this.#place += 1
    if (this.#meet(this.#place, end) || this.#meet(this.#parting, end)) return
    if (this.#isSearching || this.#unmatched.length * 4 > this.#known.length) this.#search(end)
  }

  /** Looks for what is left, where the version ends at an offset. */
  finish(end: number): void {
    const { length } = this.#known
    if (this.#place !== length && this.#parting !== length) this.#search(end)
  }

  /** After what stands in both: the versions go on alike, or without one known child. */
  #goOn(at: number): void {
    if (!this.#meet(this.#place, at)) this.#meet(this.#place + 1, at)
  }

  /** Whether the versions are alike again from a known child on. */
  #meet(place: number, at: number): boolean {
    this.#run = this.#known.runAt(place, this.#words, at)
    if (this.#run === 0) return false
    this.#place = place
    this.#unmatched.clear()
    return true
  }

  /** Looks for every child since the versions parted, up to an offset, and goes on behind the last one found. */
  #search(end: number): void {
    this.#isSearching = true
    const unmatched = this.#unmatched
    const first = this.exactMatches.length - unmatched.length
    for (let child = 0; child < unmatched.length; child += 1) {
      const to = child + 1 < unmatched.length ? unmatched.at(child + 1) : end
      const found = this.#known.find(this.#words, unmatched.at(child), to)
      this.exactMatches.set(first + child, found)
      if (found !== -1) this.#place = found + 1
    }
    unmatched.clear()
    this.#goOn(end)
  }
}
