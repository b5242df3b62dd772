import type { Sides } from '../read/node.ts'

import { compactBoth } from './compaction.ts'

/** Largest number of differences that is searched for; beyond it only common ends are paired. */
const maxDifferences = 2000

/**
 * Pairs equal entries of two rows in order, as many as possible (Myers' algorithm).
 * The result has an entry for each entry of `before`: its partner's index, or -1.
 */
export function align(before: readonly string[], after: readonly string[]): Int32Array {
  const numbers = new Map<string, number>()
  return alignNumbers(numbered(before, numbers), numbered(after, numbers))
}

/** A row with a number for each text, equal ones for equal texts. */
function numbered(row: readonly string[], numbers: Map<string, number>): Int32Array {
  return Int32Array.from(row, (text) => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, numbers.size)
    return numbers.size - 1
  })
}

/** The same for entries that go by numbers. */
export function alignNumbers(before: Int32Array, after: Int32Array): Int32Array {
  const partner = new Int32Array(before.length).fill(-1)
  let start = 0
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && before[start] === after[start]) {
    partner[start] = start
    start += 1
  }
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) {
    partner[before.length - 1 - end] = after.length - 1 - end
    end += 1
  }
  pairMiddle(partner, { before, after, start, beforeEnd: before.length - end, afterEnd: after.length - end })
  return partner
}

/** What lies between the equal ends of two rows. */
interface Middle {
  readonly before: Int32Array
  readonly after: Int32Array
  readonly start: number
  readonly beforeEnd: number
  readonly afterEnd: number
}

function pairMiddle(partner: Int32Array, middle: Middle): void {
  const { before, after, start, beforeEnd, afterEnd } = middle
  const rows = beforeEnd - start
  const columns = afterEnd - start
  if (rows === 0 || columns === 0 || leastDifferences(middle) > maxDifferences) return
  const trace = search(before.subarray(start, beforeEnd), after.subarray(start, afterEnd))
  if (trace === null) return
  let x = rows
  let y = columns
  for (let d = trace.length - 1; d >= 0 && (x > 0 || y > 0); d -= 1) {
    const reach = trace[d] ?? new Int32Array(0)
    const k = x - y
    const middleIndex = (reach.length - 1) / 2
    const down =
      k === -d || (k !== d && (reach[middleIndex + k - 1] ?? -1) < (reach[middleIndex + k + 1] ?? -1))
    const previousK = down ? k + 1 : k - 1
    const previousX = d === 0 ? 0 : (reach[middleIndex + previousK] ?? 0)
    const previousY = d === 0 ? 0 : previousX - previousK
    while (x > previousX && y > previousY && before[start + x - 1] === after[start + y - 1]) {
      x -= 1
      y -= 1
      partner[start + x] = start + y
    }
    x = previousX
    y = previousY
  }
}

/**
 * So many entries at least one row holds more often than the other: no pairing leaves fewer without a partner.
 * Counting them is far cheaper than a search in vain.
 */
function leastDifferences({ before, after, start, beforeEnd, afterEnd }: Middle): number {
  if (beforeEnd + afterEnd - 2 * start <= maxDifferences) return 0
  const [left, right] = [before.subarray(start, beforeEnd), after.subarray(start, afterEnd)]
  let most = 0
  for (const number of left) most = Math.max(most, number)
  for (const number of right) most = Math.max(most, number)
  const counts = new Int32Array(most + 1)
  for (const number of left) counts[number] = (counts[number] ?? 0) + 1
  for (const number of right) counts[number] = (counts[number] ?? 0) - 1
  let differences = 0
  for (const count of counts) differences += Math.abs(count)
  return differences
}

/** How far each diagonal reached before every step; null when the rows differ too much. */
function search(left: Int32Array, right: Int32Array): Int32Array[] | null {
  const [rows, columns] = [left.length, right.length]
  const limit = Math.min(rows + columns, maxDifferences)
  const trace: Int32Array[] = []
  let reach = new Int32Array(3)
  for (let d = 0; d <= limit; d += 1) {
    trace.push(reach)
    const next = new Int32Array(2 * (d + 1) + 3)
    const from = (reach.length - 1) / 2
    const to = (next.length - 1) / 2
    for (let k = -d; k <= d; k += 2) {
      const lower = reach[from + k - 1] ?? -1
      const upper = reach[from + k + 1] ?? -1
      const down = k === -d || (k !== d && lower < upper)
      let x = d === 0 ? 0 : down ? upper : lower + 1
      let y = x - k
      while (x < rows && y < columns && left[x] === right[y]) {
        x += 1
        y += 1
      }
      next[to + k] = x
      if (x >= rows && y >= columns) return trace
    }
    reach = next
  }
  return null
}

/** A range of three rows between places where all three agree; indexes are half open. */
export interface Chunk {
  readonly isStable: boolean
  readonly base: readonly [number, number]
  readonly ours: readonly [number, number]
  readonly theirs: readonly [number, number]
}

/** Divides three rows into ranges where all agree and ranges where something differs, in order. */
export function chunks(base: readonly string[], ours: readonly string[], theirs: readonly string[]): Chunk[] {
  const numbers = new Map<string, number>()
  const rows = {
    base: numbered(base, numbers),
    ours: numbered(ours, numbers),
    theirs: numbered(theirs, numbers),
  }
  return chunksBetween(rows, alignNumbers)
}

/** The same for lines, of which equal numbers stand for equal ones; changes stand where Git sees them. */
export function chunksOfLines({ base, ours, theirs }: Sides<Int32Array>): Chunk[] {
  return chunksBetween({ base, ours, theirs }, alignLines)
}

/** The same where equal entries stand beside each other: of these the last ones have no partner, whatever else a row holds. */
export function alignSettled(before: readonly string[], after: readonly string[]): Int32Array {
  const numbers = new Map<string, number>()
  return alignLines(numbered(before, numbers), numbered(after, numbers))
}

function alignLines(before: Int32Array, after: Int32Array): Int32Array {
  const partners = alignNumbers(before, after)
  const back = new Int32Array(after.length).fill(-1)
  partners.forEach((partner, index) => {
    if (partner !== -1) back[partner] = index
  })
  compactBoth({ entries: before, partners }, { entries: after, partners: back })
  return partners
}

function chunksBetween(
  { base, ours, theirs }: Sides<Int32Array>,
  alignRows: (before: Int32Array, after: Int32Array) => Int32Array,
): Chunk[] {
  const toOurs = alignRows(base, ours)
  const toTheirs = alignRows(base, theirs)
  const found: Chunk[] = []
  let at: Place = { base: 0, ours: 0, theirs: 0 }
  let index = 0
  while (index < base.length) {
    const o = toOurs[index] ?? -1
    const t = toTheirs[index] ?? -1
    if (o < 0 || t < 0) {
      index += 1
      continue
    }
    let length = 1
    while (toOurs[index + length] === o + length && toTheirs[index + length] === t + length) length += 1
    const start = { base: index, ours: o, theirs: t }
    index += length
    const end = { base: index, ours: o + length, theirs: t + length }
    if (isAhead(start, at)) found.push(chunkOf(false, at, start))
    found.push(chunkOf(true, start, end))
    at = end
  }
  const end = { base: base.length, ours: ours.length, theirs: theirs.length }
  if (isAhead(end, at)) found.push(chunkOf(false, at, end))
  return found
}

type Place = Sides<number>

function isAhead(place: Place, other: Place): boolean {
  return place.base > other.base || place.ours > other.ours || place.theirs > other.theirs
}

function chunkOf(isStable: boolean, from: Place, to: Place): Chunk {
  return {
    isStable,
    base: [from.base, to.base],
    ours: [from.ours, to.ours],
    theirs: [from.theirs, to.theirs],
  }
}
