import type { Piece } from '../write/pieces.ts'
import type { KeySpec } from '../../type-rules.ts'
import type { BlockMerge } from './merge-types.ts'
import type { NamedRow } from '../read/named-row.ts'
import type { Sides } from '../read/node.ts'

import { mergeEntry } from './entries.ts'
import { keyOf } from '../identify/identity.ts'
import { pieceOf } from '../write/output.ts'
import { notPlain, PlainKeys } from '../identify/plain-keys.ts'

/**
 * Merges a keyed list in which no entry moved, no key stands twice, and only one side added entries between
 * two that all versions have: nearly every list. Each place then takes the side that changed it, which is what the merge of
 * any keyed list comes to there, at a fraction of its cost. Null for other lists.
 */
export function mergeKeyedFast(merge: BlockMerge, key: KeySpec): Piece[] | null {
  const { base, ours, theirs } = merge.block
  const keys = PlainKeys.by(key, base.length)
  if (![base, ours, theirs].every(({ isTogether }) => isTogether)) return null
  if (keys === null || !addDistinct(keys, base)) return null
  const inOurs = partnersOf(base, ours, keys)
  const inTheirs = inOurs === null ? null : partnersOf(base, theirs, keys)
  if (inOurs === null || inTheirs === null) return null
  const plan = planOf(base.length, { ours: new Side(ours, inOurs), theirs: new Side(theirs, inTheirs) })
  if (plan === null) return null
  return plan.flatMap((taken) => {
    const piece = 'side' in taken ? pieceOfRange(merge.block[taken.side], taken) : mergeOne(merge, key, taken)
    return piece === null ? [] : [piece]
  })
}

/** Whether no key of the base stands twice; each entry then has the number of its place. */
function addDistinct(keys: PlainKeys, base: NamedRow): boolean {
  const { slices, length } = base
  if (slices === null) return true
  const { tape, elements } = slices.row
  for (let place = 0; place < length; place += 1)
    if (keys.numberOf(tape, elements[base.indexAt(place)] ?? 0) !== place) return false
  return true
}

/** By entry of the base: the place of the same one in a side, or -1; null when a key stands twice or an entry moved. */
function partnersOf(base: NamedRow, side: NamedRow, keys: PlainKeys): Int32Array | null {
  const partners = new Int32Array(base.length).fill(-1)
  const { slices } = side
  if (slices === null) return partners
  const { tape, elements } = slices.row
  let last = -1
  for (let place = 0; place < side.length; place += 1) {
    const match = slices.exactMatchOf(side.indexAt(place))
    const known = keys.size
    const element = elements[side.indexAt(place)] ?? 0
    // Most stand one behind the other as in the base.
    const number =
      match !== -1
        ? match - base.indexAt(0)
        : keys.isNumbered(last + 1, tape, element)
          ? last + 1
          : keys.numberOf(tape, element)
    if (number === notPlain) return null
    if (number === known) continue
    if (number <= last || number >= base.length) return null
    slices.setKeyMatch(side.indexAt(place), base.indexAt(number))
    partners[number] = place
    last = number
  }
  return partners
}

/** The entries of one side, read from front to back. */
class Side {
  readonly row: NamedRow
  readonly partners: Int32Array
  /** The first entry that is not merged yet. */
  at = 0

  constructor(row: NamedRow, partners: Int32Array) {
    this.row = row
    this.partners = partners
  }

  get length(): number {
    return this.row.length
  }

  /** Whether an entry is the same as in the base. */
  isUntouched(place: number): boolean {
    return this.row.slices !== null && this.row.slices.exactMatchOf(this.row.indexAt(place)) !== -1
  }

  /** Whether an entry is another form of one of the base. */
  isChanged(place: number): boolean {
    const { slices } = this.row
    return slices !== null && !this.isUntouched(place) && slices.keyMatchOf(this.row.indexAt(place)) !== -1
  }
}

interface TwoSides {
  readonly ours: Side
  readonly theirs: Side
}

/** Entries of one side in a row: their places, from the first up to the end. */
interface EntryRange {
  readonly side: 'ours' | 'theirs'
  readonly start: number
  end: number
}

/** Where the entries of the result come from, in order; the places of all versions where both sides changed an entry. */
type Plan = (EntryRange | Sides<number>)[]

/** Null when both sides added some in one place, or one did where both took one away: that may be one with another key. */
function planOf(length: number, { ours, theirs }: TwoSides): Plan | null {
  const plan: Plan = []
  let isAnyGone = false
  for (let place = 0; place < length; place += 1) {
    const mine = ours.partners[place] ?? -1
    const other = theirs.partners[place] ?? -1
    if (mine === -1 && other === -1) isAnyGone = true
    if (mine === -1 || other === -1) continue
    const isBehind = ours.at === mine && theirs.at === other
    if (!isBehind && !takeBetween(plan, { ours, theirs }, { ours: mine, theirs: other, isAnyGone }))
      return null
    isAnyGone = false
    if (ours.isUntouched(mine)) take(plan, 'theirs', other)
    else if (theirs.isUntouched(other)) take(plan, 'ours', mine)
    else plan.push({ base: place, ours: mine, theirs: other })
    ours.at = mine + 1
    theirs.at = other + 1
  }
  const end = { ours: ours.length, theirs: theirs.length, isAnyGone }
  return takeBetween(plan, { ours, theirs }, end) ? plan : null
}

/** Where a gap between entries that all versions have ends in each side, and whether both removed an entry of the base in it. */
interface GapEnd {
  readonly ours: number
  readonly theirs: number
  readonly isAnyGone: boolean
}

function take(plan: Plan, side: 'ours' | 'theirs', place: number): void {
  const last = plan.at(-1)
  if (last !== undefined && 'side' in last && last.side === side && last.end === place) last.end += 1
  else plan.push({ side, start: place, end: place + 1 })
}

/**
 * Takes entries that not all versions have, up to a place in each side: new ones of one side stay, untouched ones that the
 * other removed go. False when both sides have new ones there, or one has where both removed one, or changed what the other
 * removed.
 */
function takeBetween(plan: Plan, { ours, theirs }: TwoSides, to: GapEnd): boolean {
  let added: 'ours' | 'theirs' | null = null
  for (const side of ['ours', 'theirs'] as const) {
    const { at } = side === 'ours' ? ours : theirs
    for (let place = at; place < to[side]; place += 1) {
      const entries = side === 'ours' ? ours : theirs
      if (entries.isUntouched(place)) continue
      if (entries.isChanged(place) || to.isAnyGone || (added !== null && added !== side)) return false
      added = side
      take(plan, side, place)
    }
  }
  return true
}

function pieceOfRange(row: NamedRow, { start, end }: EntryRange): Piece | null {
  const [first, last] = [row.nodeAt(start), row.nodeAt(end - 1)]
  return first === null || last === null ? null : pieceOf(first, last)
}

function mergeOne(merge: BlockMerge, key: KeySpec, places: Sides<number>): Piece | null {
  const { block } = merge
  const base = block.base.nodeAt(places.base)
  const sides = { base, ours: block.ours.nodeAt(places.ours), theirs: block.theirs.nodeAt(places.theirs) }
  return mergeEntry(merge, (base && keyOf(base, key)) ?? '', sides)
}
