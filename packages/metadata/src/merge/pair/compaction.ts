/** One of two paired rows: numbers that stand for its entries, and each entry's partner in the other row, or -1. */
export interface PairedRow {
  readonly entries: Int32Array
  readonly partners: Int32Array
}

/**
 * Moves each range without partners to where Git would show it: as far down as equal entries allow, and beside a
 * range of the other row where there is one. A change can often be written in several places; two sides that
 * made the same change have made it in one place only when both are written alike. Changes `partners` of both rows.
 */
export function compactBoth(one: PairedRow, other: PairedRow): void {
  compact(one, other)
  compact(other, one)
}

function compact(row: PairedRow, other: PairedRow): void {
  for (let at = 0; at < row.partners.length; at += 1) {
    if (row.partners[at] !== -1) continue
    const range = new UnpairedRange(row, other, at)
    range.settle()
    at = range.end
  }
}

/** A range of a row that has no partners, from `start` up to `end`; entries around it have. */
class UnpairedRange {
  readonly #row: PairedRow
  readonly #other: PairedRow
  start: number
  end: number

  constructor(row: PairedRow, other: PairedRow, start: number) {
    this.#row = row
    this.#other = other
    this.start = start
    this.end = start
    this.#takeIn()
  }

  /** A range that meets its neighbour becomes one with it, and may then move farther: so again until nothing grows. */
  settle(): void {
    let size = 0
    let highest = this.end
    let beside = -1
    while (size !== this.end - this.start) {
      size = this.end - this.start
      while (this.#moveUp());
      highest = this.end
      beside = this.#isBesideOther() ? this.end : -1
      while (this.#moveDown()) if (this.#isBesideOther()) beside = this.end
    }
    if (this.end === highest || beside === -1) return
    while (!this.#isBesideOther() && this.#moveUp());
  }

  #moveUp(): boolean {
    const { entries } = this.#row
    if (this.start === 0 || entries[this.start - 1] !== entries[this.end - 1]) return false
    this.#pairInstead(this.start - 1, this.end - 1)
    this.start -= 1
    this.end -= 1
    this.#takeIn()
    return true
  }

  #moveDown(): boolean {
    const { entries } = this.#row
    if (this.end === entries.length || entries[this.start] !== entries[this.end]) return false
    this.#pairInstead(this.end, this.start)
    this.start += 1
    this.end += 1
    this.#takeIn()
    return true
  }

  /** The partner of one entry becomes that of an equal one. */
  #pairInstead(from: number, to: number): void {
    const { partners } = this.#row
    const partner = partners[from] ?? -1
    partners[to] = partner
    partners[from] = -1
    this.#other.partners[partner] = to
  }

  #takeIn(): void {
    const { partners } = this.#row
    while (this.start > 0 && partners[this.start - 1] === -1) this.start -= 1
    while (this.end < partners.length && partners[this.end] === -1) this.end += 1
  }

  /** Whether the other row has a range without partners at this place. */
  #isBesideOther(): boolean {
    const { partners } = this.#row
    const before = this.start === 0 ? -1 : (partners[this.start - 1] ?? -1)
    const after = partners[this.end] ?? this.#other.partners.length
    return after - before > 1
  }
}
