import type { KeySpec } from '../type-rules.ts'
import type { BlockMerge, Piece } from './merge-types.ts'
import type { Node, Sides } from './node.ts'

import { mergeEntry } from './entries.ts'
import { keyOf } from './identity.ts'
import { Slice } from './node.ts'
import { piecesOfRow } from './output.ts'
import { PlainKeys } from './plain-keys.ts'

/**
 * Merges a keyed list in which no entry moved, no key stands twice, and only one side added entries between
 * two that all versions have: nearly every list. Each place then takes the side that changed it, which is what the merge of
 * any keyed list comes to there, at a fraction of its cost. Null for other lists.
 */
export function mergeStraight(merge: BlockMerge, key: KeySpec): Piece[] | null {
  const { base, ours, theirs } = merge.block
  const keys = PlainKeys.by(key)
  if (keys === null || !areSlices(base) || !areSlices(ours) || !areSlices(theirs)) return null
  if (base.some((entry) => keys.firstLike(entry) !== entry)) return null
  const inOurs = partnersOf(base, ours, keys)
  const inTheirs = inOurs === null ? null : partnersOf(base, theirs, keys)
  if (inOurs === null || inTheirs === null) return null
  const row = rowOf({ base, ours: new Side(ours, inOurs), theirs: new Side(theirs, inTheirs) })
  if (row === null) return null
  const merged: (Piece | Node)[] = []
  for (const entry of row) {
    if (entry instanceof Slice) merged.push(entry)
    else {
      const piece = mergeEntry(merge, keyOf(entry.base, key) ?? '', entry)
      if (piece !== null) merged.push(piece)
    }
  }
  return piecesOfRow(merged)
}

/** Children of one parent in a row: their numbers follow each other. */
function areSlices(nodes: readonly Node[]): nodes is readonly Slice[] {
  return nodes.every((node) => node instanceof Slice)
}

/** By entry of the base: the place of the same one in a side, or -1; null when a key stands twice or an entry moved. */
function partnersOf(base: readonly Slice[], side: readonly Slice[], keys: PlainKeys): Int32Array | null {
  const first = base[0]?.index ?? 0
  const partners = new Int32Array(base.length).fill(-1)
  let last = -1
  for (const [place, entry] of side.entries()) {
    const partner = entry.twin ?? keys.firstLike(entry)
    if (partner === null) return null
    if (partner === entry) continue
    const at = partner.index - first
    if (base[at] !== partner || at <= last) return null
    entry.namesake = partner
    partners[at] = place
    last = at
  }
  return partners
}

/** The entries of one side, read from front to back. */
class Side {
  readonly entries: readonly Slice[]
  readonly partners: Int32Array
  /** The first entry that is not merged yet. */
  at = 0

  constructor(entries: readonly Slice[], partners: Int32Array) {
    this.entries = entries
    this.partners = partners
  }

  /** The entries before a place, taken off. */
  upTo(place: number): readonly Slice[] {
    const row = this.at === place ? none : this.entries.slice(this.at, place)
    this.at = place
    return row
  }
}

interface Stretches {
  readonly base: readonly Slice[]
  readonly ours: Side
  readonly theirs: Side
}

/** The entries of the result, in their versions where both sides changed one; null when both added some in one place. */
function rowOf({ base, ours, theirs }: Stretches): (Slice | Sides<Slice>)[] | null {
  const row: (Slice | Sides<Slice>)[] = []
  for (const [index, entry] of base.entries()) {
    const [o, t] = [ours.partners[index] ?? -1, theirs.partners[index] ?? -1]
    const [mine, other] = [ours.entries[o], theirs.entries[t]]
    if (mine === undefined || other === undefined) continue
    const between = betweenShared(ours.upTo(o), theirs.upTo(t))
    if (between === null) return null
    for (const added of between) row.push(added)
    if (mine.twin !== null) row.push(other)
    else if (other.twin !== null) row.push(mine)
    else row.push({ base: entry, ours: mine, theirs: other })
    ours.at = o + 1
    theirs.at = t + 1
  }
  const last = betweenShared(ours.upTo(ours.entries.length), theirs.upTo(theirs.entries.length))
  return last === null ? null : [...row, ...last]
}

const none: readonly Slice[] = []

/** What becomes of entries that not all versions have: new ones of one side stay, untouched ones that the other removed go. */
function betweenShared(ours: readonly Slice[], theirs: readonly Slice[]): readonly Slice[] | null {
  if (ours.length === 0 && theirs.length === 0) return none
  if ([...ours, ...theirs].some(({ twin, namesake }) => twin === null && namesake !== null)) return null
  const [mine, others] = [ours, theirs].map((row) => row.filter(({ twin }) => twin === null))
  if (mine === undefined || others === undefined || (mine.length > 0 && others.length > 0)) return null
  return mine.length > 0 ? mine : others
}
