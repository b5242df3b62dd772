import type { ChildRow } from '../merge/read/child-row.ts'
import type { Node } from '../merge/read/node.ts'
import type { Alikeness } from './element-alikeness.ts'

import { slicesOf } from '../merge/read/node.ts'
import { findExactMatches } from '../merge/read/exact-matches.ts'

/** The children of an element in two versions, by their places from 0. */
export interface Rows {
  readonly old: ChildRow
  readonly young: ChildRow
  /** The place in the older version where a child of the newer one stands with its gap as it is; -1 where none is known. */
  readonly exactMatchOf: (place: number) => number
}

/** The rows of two elements. In long ones exact matches are found wherever they stand, in short ones none. */
export function rowsOf(before: Node, after: Node): Rows {
  const [base, version] = [slicesOf(before), slicesOf(after)]
  const [old, young] = [base.row, version.row]
  if (!version.isLinkedTo(base)) version.setExactMatches(base, findExactMatches(young, old))
  return { old, young, exactMatchOf: (place) => version.exactMatchOf(place) }
}

/** How many children are written alike in their places at the start, and how many at the end. */
export function alikeEnds(
  { old, young, exactMatchOf }: Rows,
  alike: Alikeness,
): { readonly start: number; readonly end: number } {
  const isAlike = (place: number, other: number): boolean =>
    exactMatchOf(other) === place || alike.of(old.elements[place] ?? 0, young.elements[other] ?? 0)
  const shorter = Math.min(old.length, young.length)
  let start = 0
  while (start < shorter && isAlike(start, start)) start += 1
  let end = 0
  while (end < shorter - start && isAlike(old.length - 1 - end, young.length - 1 - end)) end += 1
  return { start, end }
}

/** What is left of two rows, as elements. */
interface Middle {
  readonly old: readonly number[]
  readonly young: readonly number[]
}

/** What stands between so many children at both ends, without those that stand in both versions and may be dropped. */
export function middleOf(
  { old, young, exactMatchOf }: Rows,
  { from, to, canDrop }: { from: number; to: number; canDrop: (element: number) => boolean },
): Middle {
  const [oldEnd, youngEnd] = [old.length - to, young.length - to]
  const dropped = new Uint8Array(old.length)
  const left: number[] = []
  const right: number[] = []
  for (let place = from; place < youngEnd; place += 1) {
    const match = exactMatchOf(place)
    // A copy has the exact match of what it is a copy of.
    const isFree = match >= from && match < oldEnd && dropped[match] === 0
    if (isFree && canDrop(old.elements[match] ?? 0)) dropped[match] = 1
    else right.push(young.elements[place] ?? 0)
  }
  for (let place = from; place < oldEnd; place += 1)
    if (dropped[place] === 0) left.push(old.elements[place] ?? 0)
  return { old: left, young: right }
}
