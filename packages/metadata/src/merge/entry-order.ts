import type { ListOrder } from '../type-rules.ts'
import type { Identified } from './identify.ts'
import type { Sides } from './node.ts'
import type { Collation } from './order.ts'

import { compareText } from '../collation.ts'
import { alignNumbers } from './alignment.ts'
import { mapSides } from './node.ts'
import { keptPlaces, orderOfBothMoves } from './moves.ts'
import { collationOf, compareFolded, hasSameOrder, insertMissing } from './order.ts'

/**
 * Whether both sides added the same entry, each at another place among the entries that nobody moved: two different moves.
 * Only entries with a key count: what is told apart by all it holds may be the same by chance. Where the order is one of
 * display, an entry at the end may have been left where additions come, which is no wish; and nobody is asked where a side
 * rearranged the list.
 */
export function isAddedApart(entries: Sides<readonly Identified[]>, isShown: boolean): boolean {
  const ids = mapSides(entries, (list) => list.filter(({ isByContent }) => !isByContent).map(({ id }) => id))
  const { base, ours, theirs } = ids
  if (isShown && !(hasSameOrder(base, ours) && hasSameOrder(base, theirs))) return false
  const inBase = new Set(base)
  const asked = new Set([...keptPlaces(ids), ...ours.filter((id) => !inBase.has(id))])
  if (isShown) for (const id of [...appendedTo(base, ours), ...appendedTo(base, theirs)]) asked.delete(id)
  return !hasSameOrder(
    ours.filter((id) => asked.has(id)),
    theirs,
  )
}

/** What a side has behind the last entry of the base. */
function appendedTo(base: readonly number[], side: readonly number[]): readonly number[] {
  const inBase = new Set(base)
  return side.slice(side.findLastIndex((id) => inBase.has(id)) + 1)
}

/** What is known of the order of a list. */
export interface OrderRule {
  readonly order: ListOrder
  readonly keyOf: (id: number) => string
}

/** The order of all entries; null when both sides moved the same entries to different places and the order means something. */
export function mergeOrder(ids: Sides<readonly number[]>, rule: OrderRule): number[] | null {
  const isMoved = (side: readonly number[]): boolean =>
    rule.order === 'ordered' && !hasSameOrder(ids.base, side)
  const staysBefore = orderOfAdditions(ids, rule)
  if (isMoved(ids.theirs) && !isMoved(ids.ours))
    return insertMissing(ids.theirs, ids.ours, staysBefore(false))
  if (!isMoved(ids.theirs) || hasSameOrder(ids.ours, ids.theirs))
    return insertMissing(ids.ours, ids.theirs, staysBefore(true))
  const shared = orderOfBothMoves(ids)
  if (shared === null) return null
  const withOurs = insertMissing(shared, ids.ours, staysBefore(true))
  return insertMissing(withOurs, ids.theirs, staysBefore(true))
}

/**
 * Which of two entries that the sides added in one place comes first: by the collation if there is one; else what came for an
 * entry before what was added behind that entry.
 */
function orderOfAdditions(
  ids: Sides<readonly number[]>,
  rule: OrderRule,
): (afterOthers: boolean) => (other: number, id: number) => boolean {
  // Worked out only where both sides add in one place.
  let known: { readonly collation: Collation; readonly behindGone: ReadonlySet<number> } | null = null
  return (afterOthers) => (other, id) => {
    known ??= {
      collation: rule.order === 'ordered' ? null : collationFor(ids, rule),
      behindGone: new Set([
        ...addedBehindGone(ids, 'ours', 'theirs'),
        ...addedBehindGone(ids, 'theirs', 'ours'),
      ]),
    }
    const { collation, behindGone } = known
    if (collation !== null) return collation(rule.keyOf(other), rule.keyOf(id)) < 0
    return behindGone.has(other) === behindGone.has(id) ? afterOthers : behindGone.has(id)
  }
}

/** What a side added behind an entry that the other side took away or moved. */
function addedBehindGone(
  ids: Sides<readonly number[]>,
  side: 'ours' | 'theirs',
  other: 'ours' | 'theirs',
): number[] {
  const inBase = new Set(ids.base)
  const partners = alignNumbers(Int32Array.from(ids.base), Int32Array.from(ids[other]))
  const gone = new Set(ids.base.filter((_, place) => partners[place] === -1))
  let isBehindGone = false
  return ids[side].filter((id) => {
    if (inBase.has(id)) isBehindGone = gone.has(id)
    return isBehindGone && !inBase.has(id)
  })
}

/** The collation of a list that carries no order: what the rule says if the list keeps to it, else what its keys show. */
function collationFor(ids: Sides<readonly number[]>, { order, keyOf }: OrderRule): Collation {
  const keys = ids.ours.map(keyOf)
  const seen = collationOf(keys)
  if (seen !== null && keys.length > 2) return seen
  if (order === 'sorted') return compareText
  return order === 'sortedIgnoringCase' ? compareFolded : seen
}
