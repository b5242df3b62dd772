import type { Slices } from './node.ts'

import { Slice } from './node.ts'

/** Children in a row that have one name: the numbers from `start` up to `end`. */
export class NamedRow {
  /** Null for the row of a version that does not have the name. */
  readonly slices: Slices | null
  readonly start: number
  readonly end: number
  #nodes: readonly Slice[] | null = null

  constructor(slices: Slices | null, start: number, end: number) {
    this.slices = slices
    this.start = start
    this.end = end
  }

  get length(): number {
    return this.end - this.start
  }

  /** A child by its number in this row. */
  nodeAt(index: number): Slice | null {
    return this.slices === null || index >= this.length ? null : new Slice(this.slices, this.start + index)
  }

  /** The children as nodes, for what looks at each of them. */
  get nodes(): readonly Slice[] {
    this.#nodes ??= nodesOf(this)
    return this.#nodes
  }
}

function nodesOf({ slices, start, length }: NamedRow): Slice[] {
  return slices === null ? [] : Array.from({ length }, (_, index) => new Slice(slices, start + index))
}
