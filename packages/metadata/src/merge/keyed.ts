import type { KeySpec, ListOrder } from '../type-rules.ts'
import type { BlockMerge, Piece } from './merge-types.ts'
import type { Identified } from './identity.ts'
import type { Node, Sides } from './node.ts'
import type { Collation } from './order.ts'

import { compareText } from '../collation.ts'
import { textOf } from '../xml/text.ts'
import { blockConflict, mergeEntry } from './entries.ts'
import { identify } from './identity.ts'
import { rulesBelow } from '../type-rules.ts'
import { mapSides } from './node.ts'
import { collationOf, compareFolded, hasSameOrder, orderOfBothMoves, withMissing } from './order.ts'
import { placeNumberOf } from './volatile.ts'

/** Merges a list whose entries have keys: each entry on its own, then their order. */
export function mergeKeyed(merge: BlockMerge, key: KeySpec, order: ListOrder): Piece[] {
  const { entries, repeated } = identify(merge.block, key, rulesBelow(merge.rules, merge.name))
  if (isContested(key.kind === 'value', entries, repeated)) return blockConflict(merge, 'changedByBoth')
  const byId = mapSides(entries, (list) => new Map(list.map((entry) => [entry.id, entry])))
  const pieces = new Map<string, Piece>()
  for (const { id, key: name } of [...entries.ours, ...entries.theirs]) {
    if (pieces.has(id)) continue
    const node = (side: ReadonlyMap<string, Identified>): Node | null => side.get(id)?.node ?? null
    const piece = mergeEntry(merge, name, {
      base: node(byId.base),
      ours: node(byId.ours),
      theirs: node(byId.theirs),
    })
    if (piece !== null) pieces.set(id, piece)
  }
  const ids = mapSides(entries, (list) =>
    list.map(({ id }) => id).filter((id) => pieces.has(id) || byId.base.has(id)),
  )
  const keys = new Map([...entries.ours, ...entries.theirs].map((entry) => [entry.id, entry.key]))
  const merged = mergeOrder(ids, {
    order: placeNumberOf(merge.name) === null ? order : 'unordered',
    keyOf: (id) => keys.get(id) ?? '',
  })
  if (merged === null) return blockConflict(merge, 'movedByBoth')
  const placed = merged.flatMap((id) => (pieces.has(id) ? [id] : []))
  const places = placeNumberOf(merge.name)
  const numbers =
    places === null ? null : mergedNumbers(entries, { places, placed, keyOf: (id) => keys.get(id) ?? '' })
  return placed.flatMap((id) => withNumber(pieces.get(id), { places, number: numbers?.get(id) }))
}

/**
 * Whether entries cannot be paired without guessing: one value on each side, all different,
 * or a key that stands twice somewhere and whose entries both sides exchanged.
 */
function isContested(
  isValueList: boolean,
  entries: Sides<readonly Identified[]>,
  repeated: ReadonlySet<string>,
): boolean {
  const { base, ours, theirs } = entries
  if (base.length === 1 && ours.length === 1 && theirs.length === 1) {
    const ids = new Set([base[0]?.id, ours[0]?.id, theirs[0]?.id])
    if (ids.size === 3 && (isValueList || [...ids].every((id) => id?.startsWith('#') === true))) return true
  }
  return [...repeated].some((key) => {
    const idsOf = (list: readonly Identified[]): Set<string> =>
      new Set(list.filter((entry) => entry.key === key).map(({ id }) => id))
    const ids = mapSides(entries, idsOf)
    const hasLost = (side: ReadonlySet<string>): boolean => [...ids.base].some((id) => !side.has(id))
    const hasWon = (side: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
      [...side].some((id) => !ids.base.has(id) && !other.has(id))
    const isLost = hasLost(ids.ours) && hasLost(ids.theirs)
    return isLost && hasWon(ids.ours, ids.theirs) && hasWon(ids.theirs, ids.ours)
  })
}

interface Numbering {
  readonly places: string
  /** The entries of the result. */
  readonly placed: readonly string[]
  readonly keyOf: (id: string) => string
}

/** Place numbers of the merged entries: the order by number is merged like an order of a file, then counted anew. */
function mergedNumbers(
  entries: Sides<readonly Identified[]>,
  { places, placed, keyOf }: Numbering,
): ReadonlyMap<string, number> | null {
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
  piece: Piece | undefined,
  { places, number }: { readonly places: string | null; readonly number: number | undefined },
): Piece[] {
  if (piece === undefined) return []
  if (places === null || number === undefined || piece.isConflict) return [piece]
  return [
    {
      ...piece,
      text: piece.text.replace(new RegExp(`(<${places}>)\\d+(</${places}>)`, 'u'), `$1${number}$2`),
    },
  ]
}

interface OrderRule {
  readonly order: ListOrder
  readonly keyOf: (id: string) => string
}

/** The order of all entries; null when both sides moved the same entries to different places and the order means something. */
function mergeOrder(ids: Sides<readonly string[]>, { order, keyOf }: OrderRule): string[] | null {
  const collation = order === 'ordered' ? null : collationFor(ids, { order, keyOf })
  const isTheirsMoved = order === 'ordered' && !hasSameOrder(ids.base, ids.theirs)
  const isOursMoved = order === 'ordered' && !hasSameOrder(ids.base, ids.ours)
  if (isTheirsMoved && !isOursMoved)
    return withMissing({ order: ids.theirs, source: ids.ours, collation, keyOf, afterOthers: false })
  if (!isTheirsMoved || hasSameOrder(ids.ours, ids.theirs))
    return withMissing({ order: ids.ours, source: ids.theirs, collation, keyOf, afterOthers: true })
  const shared = orderOfBothMoves(ids)
  if (shared === null) return null
  const withOurs = withMissing({ order: shared, source: ids.ours, collation, keyOf, afterOthers: true })
  return withMissing({ order: withOurs, source: ids.theirs, collation, keyOf, afterOthers: true })
}

/** The collation of a list that carries no order: what the rule says if the list keeps to it, else what its keys show. */
function collationFor(ids: Sides<readonly string[]>, { order, keyOf }: OrderRule): Collation {
  const keys = ids.ours.map(keyOf)
  const seen = collationOf(keys)
  if (seen !== null && keys.length > 2) return seen
  if (order === 'sorted') return compareText
  return order === 'sortedIgnoringCase' ? compareFolded : seen
}
