import type { ListOrder } from '../../type-rules.ts'
import type { Identified } from '../pair/identify-entries.ts'
import type { Sides } from '../read/node.ts'
import type { Collation } from './order.ts'

import { compareText } from '../../collation.ts'
import { alignNumbers } from '../pair/alignment.ts'
import { mapSides } from '../read/node.ts'
import { keptPlaces, mergeOrderOfPairs } from './moves.ts'
import { collationOf, compareFolded, hasSameOrder, insertMissing } from './order.ts'

/**
 * The entries whose order a person has to decide, because both sides added one of them at different places among entries that
 * neither side moved. Null when there is none. Only entries with a key count, because others may be equal by chance. In a
 * list whose order is one of display, an entry at the end does not count, because additions are put there by default, and
 * no person is asked when a side rearranged the list.
 */
export function addedApart(
  entries: Sides<readonly Identified[]>,
  isDisplayOrder: boolean,
): ReadonlySet<number> | null {
  const ids = mapSides(entries, (list) => list.filter(({ isByContent }) => !isByContent).map(({ id }) => id))
  const { base, ours, theirs } = ids
  if (isDisplayOrder && !(hasSameOrder(base, ours) && hasSameOrder(base, theirs))) return null
  const inBase = new Set(base)
  const asked = new Set([...keptPlaces(ids), ...ours.filter((id) => !inBase.has(id))])
  if (isDisplayOrder)
    for (const id of [...appendedTo(base, ours), ...appendedTo(base, theirs)]) asked.delete(id)
  const isOneOrder = hasSameOrder(
    ours.filter((id) => asked.has(id)),
    theirs,
  )
  return isOneOrder ? null : asked
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
  /** What `addedApart` found. */
  readonly asked: ReadonlySet<number> | null
}

/** The order of all entries, and the runs of it that a person has to decide. */
export interface MergedOrder {
  /** The entries of a conflicting run follow each other. */
  readonly order: readonly number[]
  readonly conflicting: readonly (readonly number[])[]
}

/**
 * Merges the order; runs are conflicting only where both sides moved or added entries and the order means something. What one side
 * alone has between entries of a conflicting run comes behind the run: it stays, whichever order a person takes.
 */
export function mergeOrder(ids: Sides<readonly number[]>, rule: OrderRule): MergedOrder {
  const isMoved = (side: readonly number[]): boolean =>
    rule.order === 'ordered' && !hasSameOrder(ids.base, side)
  const staysBefore = orderOfAdditions(ids, rule)
  if (rule.asked === null && isMoved(ids.theirs) && !isMoved(ids.ours))
    return { order: insertMissing(ids.theirs, ids.ours, staysBefore(false)), conflicting: [] }
  if (rule.asked === null && (!isMoved(ids.theirs) || hasSameOrder(ids.ours, ids.theirs)))
    return { order: insertMissing(ids.ours, ids.theirs, staysBefore(true)), conflicting: [] }
  const runs = mergeOrderOfPairs(ids, rule.asked ?? new Set())
  const withOurs = insertMissing(runs.flat(), ids.ours, staysBefore(true))
  const order = insertMissing(withOurs, ids.theirs, staysBefore(true))
  const conflicting = runs.filter(({ length }) => length > 1)
  return { order: conflicting.reduce(withoutGaps, order), conflicting }
}

/** The order with the entries of a run behind each other, from where the first of them stands. */
function withoutGaps(order: readonly number[], run: readonly number[]): number[] {
  const inRun = new Set(run)
  const first = order.findIndex((id) => inRun.has(id))
  return [...order.slice(0, first), ...run, ...order.slice(first).filter((id) => !inRun.has(id))]
}

/**
 * Says which of two entries that the sides added in one place comes first. A sorted list decides by its collation. Elsewhere
 * an entry that replaces one of the base (it follows an entry that the other side removed) comes before an entry that was added
 * behind that one.
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
