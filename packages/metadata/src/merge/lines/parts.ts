import type { Sides, Slices } from '../read/node.ts'

/** A range of the three files: where it begins in each, at the start of a line, and the side that alone changed it, if one did. */
export interface Part {
  readonly from: Sides<number>
  /** Null where both may have changed it. */
  readonly taken: 'ours' | 'theirs' | null
}

/** Who changed a shared child. Where nobody did, ours is as good as any. */
type Changed = 'nobody' | 'ours' | 'theirs' | 'both'

/** Children in a row on every side that the same side changed, or nobody. Children go by their numbers in the base. */
interface Run {
  readonly from: Sides<number>
  changed: Changed
  /** The last child; null at the start of the files. */
  last: number | null
  /** The child before it; null when the run begins with the last one. */
  beforeLast: number | null
}

/** Divides the files where children of the roots begin that no side moved. One part when a side moved some. */
export function partsOf(slices: Sides<Slices>): Part[] {
  const inOurs = partnersOf(slices.base.length, slices.ours)
  const inTheirs = partnersOf(slices.base.length, slices.theirs)
  const cutter = new Cutter(new Shared(slices, inOurs ?? none, inTheirs ?? none))
  if (inOurs !== null && inTheirs !== null)
    for (let child = 0; child < slices.base.length; child += 1)
      if (inOurs[child] !== -1 && inTheirs[child] !== -1) cutter.add(child)
  return cutter.end()
}

const none = new Int32Array(0)

/** By child of the base: the same one of a side, or -1; null when the side has them in another order. */
function partnersOf(length: number, side: Slices): Int32Array | null {
  const partners = new Int32Array(length).fill(-1)
  let last = -1
  for (let child = 0; child < side.length; child += 1) {
    const match = side.exactMatchOf(child)
    const partner = match === -1 ? side.keyMatchOf(child) : match
    if (partner === -1) continue
    if (partner <= last) return null
    last = partner
    partners[last] = child
  }
  return partners
}

class Cutter {
  readonly #shared: Shared
  readonly #parts: Part[] = []
  #run: Run = { from: { base: 0, ours: 0, theirs: 0 }, changed: 'both', last: null, beforeLast: null }

  constructor(shared: Shared) {
    this.#shared = shared
  }

  add(child: number): void {
    const { last, changed: before } = this.#run
    const changed = this.#shared.changedBy(child)
    const neighbour = last !== null && this.#shared.isDirectlyBehind(child, last) ? last : null
    if (neighbour !== null && changed === before && changed !== 'both') {
      this.#run.beforeLast = last
      this.#run.last = child
      return
    }
    const from = this.#shared.beginOf(child, neighbour)
    if (neighbour === null || from === null) this.#leaveLastChild()
    if (from === null) {
      this.#run.beforeLast = last
      this.#run.last = child
      return
    }
    this.#close()
    this.#run = { from, changed, last: child, beforeLast: null }
  }

  end(): Part[] {
    this.#leaveLastChild()
    this.#close()
    return this.#parts
  }

  /** Ends the run of one side before its last child, because lines of that child may meet changes of the other side behind it. */
  #leaveLastChild(): void {
    const { changed, last, beforeLast } = this.#run
    if (changed === 'both') return
    const from = last === null || beforeLast === null ? null : this.#shared.beginOf(last, beforeLast)
    if (from === null) {
      this.#run.changed = 'both'
      return
    }
    this.#close()
    this.#run = { from, changed: 'both', last, beforeLast: null }
  }

  #close(): void {
    const { from, changed } = this.#run
    const taken = changed === 'both' ? null : changed === 'theirs' ? 'theirs' : 'ours'
    this.#parts.push({ from, taken })
  }
}

/** The children that all versions have, in order, by their numbers in the base. */
class Shared {
  readonly #slices: Sides<Slices>
  readonly #inOurs: Int32Array
  readonly #inTheirs: Int32Array

  constructor(slices: Sides<Slices>, inOurs: Int32Array, inTheirs: Int32Array) {
    this.#slices = slices
    this.#inOurs = inOurs
    this.#inTheirs = inTheirs
  }

  /** Where a part that begins with a child begins; null where none can. `neighbour` stands directly before it in all versions. */
  beginOf(child: number, neighbour: number | null): Sides<number> | null {
    const from = this.#linesOf(child)
    if (this.changedBy(child) === 'nobody') return from
    if (neighbour === null) return null
    return this.changedBy(neighbour) === 'nobody' || this.#isBetweenEqualLines(child, neighbour) ? from : null
  }

  changedBy(child: number): Changed {
    const isOurs = this.#slices.ours.exactMatchOf(this.#inOurs[child] ?? -1) === -1
    const isTheirs = this.#slices.theirs.exactMatchOf(this.#inTheirs[child] ?? -1) === -1
    if (isOurs) return isTheirs ? 'both' : 'ours'
    return isTheirs ? 'theirs' : 'nobody'
  }

  isDirectlyBehind(child: number, last: number): boolean {
    return (
      child === last + 1 &&
      this.#inOurs[child] === (this.#inOurs[last] ?? 0) + 1 &&
      this.#inTheirs[child] === (this.#inTheirs[last] ?? 0) + 1
    )
  }

  #placesOf(child: number): Sides<number> {
    return { base: child, ours: this.#inOurs[child] ?? -1, theirs: this.#inTheirs[child] ?? -1 }
  }

  /** Where the line of a child begins in each version; null when something else stands in it. */
  #linesOf(child: number): Sides<number> | null {
    const places = this.#placesOf(child)
    const base = lineOf(this.#slices.base, places.base)
    const ours = lineOf(this.#slices.ours, places.ours)
    const theirs = lineOf(this.#slices.theirs, places.theirs)
    return base === null || ours === null || theirs === null ? null : { base, ours, theirs }
  }

  /** Whether the last line of one child and the first line of the next are the same in all versions: no change meets another there. */
  #isBetweenEqualLines(child: number, last: number): boolean {
    const [places, before] = [this.#placesOf(child), this.#placesOf(last)]
    const around = (side: 'base' | 'ours' | 'theirs'): string =>
      linesAround(this.#slices[side], places[side], before[side])
    const inBase = around('base')
    return inBase === around('ours') && inBase === around('theirs')
  }
}

const [lineFeed, carriageReturn] = [10, 13]

function lineOf({ row }: Slices, child: number): number | null {
  const { bytes } = row.tape
  const from = row.fromOf(child)
  const at = bytes[from] === carriageReturn ? from + 1 : from
  return bytes[at] === lineFeed ? at + 1 : null
}

function linesAround({ document, row }: Slices, child: number, last: number): string {
  const { bytes } = row.tape
  const start = bytes.lastIndexOf(lineFeed, row.endOf(last) - 1) + 1
  const end = bytes.indexOf(lineFeed, row.tape.startOf(row.elements[child] ?? 0))
  return document.between(start, end === -1 ? bytes.length : end)
}
