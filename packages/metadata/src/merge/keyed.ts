import type { KeySpec, ListOrder } from '../type-rules.ts'
import type { BlockMerge, Piece } from './merge-types.ts'
import type { Identification, Identified } from './identify.ts'
import type { Node, Sides } from './node.ts'
import type { Collation } from './order.ts'

import { compareText } from '../collation.ts'
import { textOf } from '../xml/text.ts'
import { contestedKeys, whyContested } from './contested.ts'
import { blockConflict, mergeEntry, rangeConflict } from './entries.ts'
import { identify } from './identify.ts'
import { rulesBelow } from '../type-rules.ts'
import { mapSides, Slice } from './node.ts'
import { collationOf, compareFolded, hasSameOrder, insertMissing, orderOfBothMoves } from './order.ts'
import { piecesOfRow } from './output.ts'
import { isOnlyShown } from './shown.ts'
import { mergeStraight } from './straight.ts'
import { placeNumberOf } from './volatile.ts'
import { textOfWritten } from './written.ts'

/** Merges a list whose entries have keys: each entry on its own, then their order. */
export function mergeKeyed(merge: BlockMerge, key: KeySpec, order: ListOrder): Piece[] {
  const { base, ours, theirs } = merge.block
  // A single value is exchanged, not removed and added.
  const isSingle = [base, ours, theirs].every(({ length }) => length < 2)
  const straight = placeNumberOf(merge.name) === null && !isSingle ? mergeStraight(merge, key) : null
  if (straight !== null) return straight
  const block = mapSides(merge.block, ({ nodes }) => nodes)
  const identified = identify(block, key, rulesBelow(merge.rules, merge.name))
  const { entries } = identified
  const reason = whyContested(identified, key)
  if (reason !== null) return blockConflict(merge, reason)
  const pieces = mergeEntries(merge, identified)
  const inBase = new Set(entries.base.map(({ id }) => id))
  const ids = mapSides(entries, (list) =>
    list.map(({ id }) => id).filter((id) => pieces[id] !== undefined || inBase.has(id)),
  )
  const keys: string[] = []
  for (const entry of [...entries.ours, ...entries.theirs]) keys[entry.id] = entry.key
  const keyOf = (id: number): string => keys[id] ?? ''
  const places = placeNumberOf(merge.name)
  const isFixed = places === null && order === 'ordered' && !isOnlyShown(merge.plainPath)
  const merged =
    isFixed && isAddedApart(entries)
      ? null
      : mergeOrder(ids, { order: places === null ? order : 'unordered', keyOf })
  if (merged === null) return blockConflict(merge, 'movedByBoth')
  const placed = merged.filter((id) => pieces[id] !== undefined)
  if (places === null) return piecesOfRow(placed.flatMap((id) => pieces[id] ?? []))
  const numbers = mergedNumbers(entries, { places, placed, keyOf })
  return placed.flatMap((id) => {
    const row = piecesOfRow([pieces[id]].filter((piece) => piece !== undefined))
    return row.map((piece) => withNumber(piece, { places, number: numbers?.get(id) }))
  })
}

/** By number of the entry: a node where a version is taken as it is, nothing where the entry is gone. */
function mergeEntries(merge: BlockMerge, identified: Identification): (Piece | Node | undefined)[] {
  const { entries, size } = identified
  const byId = mapSides(entries, (list) => {
    const found = Array.from<Identified | undefined>({ length: size })
    for (const entry of list) found[entry.id] = entry
    return found
  })
  const pieces = Array.from<Piece | Node | undefined>({ length: size })
  const contested = contestedKeys(identified, rulesBelow(merge.rules, merge.name))
  for (const { key, reason, entries: found } of contested) {
    const range = mapSides(found, (list) => list.map(({ node }) => node))
    const [piece] = rangeConflict({ ...merge, name: `${merge.name}[${key}]` }, reason, range)
    const [first = found.theirs[0]] = found.ours
    if (first !== undefined) pieces[first.id] = piece
  }
  const decided = new Set(contested.map(({ key }) => key))
  const mergeOne = ({ id, key }: Identified): void => {
    if (decided.has(key)) return
    const [base, ours, theirs] = [byId.base[id], byId.ours[id], byId.theirs[id]]
    if (ours !== undefined && theirs !== undefined && (ours.isUntouched || theirs.isUntouched)) {
      nameAfter(theirs.isUntouched ? ours.node : theirs.node, base?.node)
      pieces[id] = theirs.isUntouched ? ours.node : theirs.node
      return
    }
    for (const side of [ours, theirs]) nameAfter(side?.node, base?.node)
    const sides = { base: base?.node ?? null, ours: ours?.node ?? null, theirs: theirs?.node ?? null }
    pieces[id] = mergeEntry(merge, key, sides) ?? undefined
  }
  entries.ours.forEach(mergeOne)
  for (const entry of entries.theirs) if (byId.ours[entry.id] === undefined) mergeOne(entry)
  return pieces
}

function nameAfter(node: Node | undefined, base: Node | undefined): void {
  if (node instanceof Slice && base instanceof Slice) node.slices.setNamesake(node.index, base.index)
}

/**
 * Whether both sides added the same entry, each at another place among the entries that the other side has too: two
 * different moves. Only entries with a key count: what is told apart by all it holds may be the same by chance.
 */
function isAddedApart(entries: Sides<readonly Identified[]>): boolean {
  const { base, ours, theirs } = mapSides(entries, (list) =>
    list.filter(({ isByContent }) => !isByContent).map(({ id }) => id),
  )
  return hasSameOrder(base, ours) && hasSameOrder(base, theirs) && !hasSameOrder(ours, theirs)
}

interface Numbering {
  readonly places: string
  /** The entries of the result. */
  readonly placed: readonly number[]
  readonly keyOf: (id: number) => string
}

/** Place numbers of the merged entries: the order by number is merged like an order of a file, then counted anew. */
function mergedNumbers(
  entries: Sides<readonly Identified[]>,
  { places, placed, keyOf }: Numbering,
): ReadonlyMap<number, number> | null {
  const present = new Set(placed)
  const byNumber = mapSides(entries, (list) =>
    list
      .map((entry) => ({ id: entry.id, number: numberOf(entry.node, places) }))
      .toSorted((a, b) => a.number - b.number),
  )
  const isUniform = [byNumber.ours, byNumber.theirs].every((list) =>
    list.every(({ number }, index) => number === index),
  )
  if (!isUniform) return null
  const order = mergeOrder(
    mapSides(byNumber, (list) => list.map(({ id }) => id)),
    { order: 'ordered', keyOf },
  )
  const ids = (order ?? byNumber.ours.map(({ id }) => id)).filter((id) => present.has(id))
  return new Map([...new Set([...ids, ...placed])].map((id, index) => [id, index]))
}

function numberOf({ document, element }: Node, places: string): number {
  const child = document.childNamed(element, places)
  return child === null ? Number.MAX_SAFE_INTEGER : Number(textOf(document, child))
}

function withNumber(
  piece: Piece,
  { places, number }: { readonly places: string; readonly number: number | undefined },
): Piece {
  if (number === undefined || piece.isConflict) return piece
  const pattern = new RegExp(`(<${places}>)\\d+(</${places}>)`, 'u')
  return { ...piece, text: [textOfWritten(piece.text).replace(pattern, `$1${number}$2`)] }
}

interface OrderRule {
  readonly order: ListOrder
  readonly keyOf: (id: number) => string
}

/** The order of all entries; null when both sides moved the same entries to different places and the order means something. */
function mergeOrder(ids: Sides<readonly number[]>, rule: OrderRule): number[] | null {
  const { order, keyOf } = rule
  let collation: Collation | undefined = order === 'ordered' ? null : undefined
  const staysBefore =
    (afterOthers: boolean) =>
    (other: number, id: number): boolean => {
      // Worked out only where both sides add in one place.
      if (collation === undefined) collation = collationFor(ids, rule)
      return collation === null ? afterOthers : collation(keyOf(other), keyOf(id)) < 0
    }
  const isTheirsMoved = order === 'ordered' && !hasSameOrder(ids.base, ids.theirs)
  const isOursMoved = order === 'ordered' && !hasSameOrder(ids.base, ids.ours)
  if (isTheirsMoved && !isOursMoved) return insertMissing(ids.theirs, ids.ours, staysBefore(false))
  if (!isTheirsMoved || hasSameOrder(ids.ours, ids.theirs))
    return insertMissing(ids.ours, ids.theirs, staysBefore(true))
  const shared = orderOfBothMoves(ids)
  if (shared === null) return null
  const withOurs = insertMissing(shared, ids.ours, staysBefore(true))
  return insertMissing(withOurs, ids.theirs, staysBefore(true))
}

/** The collation of a list that carries no order: what the rule says if the list keeps to it, else what its keys show. */
function collationFor(ids: Sides<readonly number[]>, { order, keyOf }: OrderRule): Collation {
  const keys = ids.ours.map(keyOf)
  const seen = collationOf(keys)
  if (seen !== null && keys.length > 2) return seen
  if (order === 'sorted') return compareText
  return order === 'sortedIgnoringCase' ? compareFolded : seen
}
