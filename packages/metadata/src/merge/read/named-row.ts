import type { Slices } from './node.ts'

import { Slice } from './node.ts'

/** Where children of one name stand among all: from a number on in a row, or apart, by their numbers. */
type Where = { readonly start: number; readonly end: number } | readonly number[]

/** The children of one name, by their places from 0. */
export class NamedRow {
  /** Null for the row of a version that does not have the name. */
  readonly slices: Slices | null
  readonly length: number
  readonly #start: number
  readonly #apart: readonly number[] | null
  #nodes: readonly Slice[] | null = null

  constructor(slices: Slices | null, where: Where) {
    this.slices = slices
    this.length = 'start' in where ? where.end - where.start : where.length
    this.#start = 'start' in where ? where.start : 0
    this.#apart = 'start' in where ? null : where
  }

  /** Whether nothing else stands between them, as in nearly every file. */
  get isTogether(): boolean {
    return this.#apart === null
  }

  /** The number of a child among all children. */
  indexAt(place: number): number {
    return this.#apart === null ? this.#start + place : (this.#apart[place] ?? -1)
  }

  /** The row with what stands behind it, apart from it. */
  with(later: NamedRow): NamedRow {
    return new NamedRow(this.slices, [...this.#indexes(), ...later.#indexes()])
  }

  /** A child by its place; null where there is none. */
  nodeAt(place: number): Slice | null {
    return this.slices === null || place >= this.length ? null : new Slice(this.slices, this.indexAt(place))
  }

  /** The children as nodes, for what looks at each of them. */
  get nodes(): readonly Slice[] {
    const { slices } = this
    this.#nodes ??= slices === null ? [] : this.#indexes().map((index) => new Slice(slices, index))
    return this.#nodes
  }

  #indexes(): number[] {
    return Array.from({ length: this.length }, (_, place) => this.indexAt(place))
  }
}
