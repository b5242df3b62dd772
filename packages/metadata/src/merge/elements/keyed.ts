import type { Piece } from '../write/pieces.ts'
import type { KeySpec, ListOrder } from '../../type-rules.ts'
import type { BlockMerge } from './merge-types.ts'
import type { DecidedKey } from '../decide/decided-keys.ts'
import type { Identification, Identified } from '../pair/identify-entries.ts'
import type { Node } from '../read/node.ts'

import { whyConflicting } from '../decide/conflicting-entries.ts'
import { decidedKeys } from '../decide/decided-keys.ts'
import { withConflictingRuns } from './conflicting-runs.ts'
import { blockConflict, mergeEntry, rangeConflict } from './entries.ts'
import { addedApart, mergeOrder } from '../order/entry-order.ts'
import { identify } from '../pair/identify-entries.ts'
import { rulesBelow } from '../../type-rules.ts'
import { mapSides, Slice } from '../read/node.ts'
import { piecesOfRow } from '../write/output.ts'
import { mergedNumbers, withNumber } from '../write/place-numbers.ts'
import { isDisplayOrder } from '../identify/display-order.ts'
import { mergeKeyedFast } from './keyed-fast-path.ts'
import { keysTouchedByBoth } from '../decide/touched-keys.ts'
import { placeNumberOf } from '../identify/volatile.ts'

/** Merges a list whose entries have keys: each entry on its own, then their order. */
export function mergeKeyed(merge: BlockMerge, key: KeySpec, order: ListOrder): Piece[] {
  const { base, ours, theirs } = merge.block
  // A single value is exchanged, not removed and added.
  const isSingle = [base, ours, theirs].every(({ length }) => length < 2)
  const fast = placeNumberOf(merge.name) === null && !isSingle ? mergeKeyedFast(merge, key) : null
  if (fast !== null) return fast
  const block = mapSides(merge.block, ({ nodes }) => nodes)
  const rules = rulesBelow(merge.rules, merge.name)
  const identified = identify(block, { key, order }, rules)
  const { entries, byId } = identified
  const touched = keysTouchedByBoth(identified)
  const reason = whyConflicting(identified, touched, key)
  if (reason !== null) return blockConflict(merge, reason)
  const decided = decidedKeys(identified, touched, { order, rules })
  const pieces = mergeEntries(merge, identified, decided)
  const ids = mapSides(entries, (list) =>
    list.map(({ id }) => id).filter((id) => pieces[id] !== undefined || byId.base[id] !== undefined),
  )
  const keyOf = (id: number): string => (byId.theirs[id] ?? byId.ours[id])?.key ?? ''
  const places = placeNumberOf(merge.name)
  const isOrdered = places === null && order === 'ordered'
  const asked = isOrdered ? addedApart(entries, isDisplayOrder(merge.plainPath)) : null
  const merged = mergeOrder(ids, { order: places === null ? order : 'unordered', keyOf, asked })
  const placed = merged.order.filter((id) => pieces[id] !== undefined)
  if (places === null)
    return piecesOfRow(withConflictingRuns(merge, identified, { ...merged, order: placed, pieces }))
  const numbers = mergedNumbers(entries, { places, placed, keyOf })
  return placed.flatMap((id) => {
    const row = piecesOfRow([pieces[id]].filter((piece) => piece !== undefined))
    return row.map((piece) => withNumber(piece, { places, number: numbers?.get(id) }))
  })
}

/** By number of the entry: a node where a version is taken as it is, nothing where the entry is gone. */
function mergeEntries(
  merge: BlockMerge,
  { entries, byId }: Identification,
  decided: readonly DecidedKey[],
): (Piece | Node | undefined)[] {
  const pieces = Array.from<Piece | Node | undefined>({ length: byId.base.length })
  for (const { key, outcome, entries: found } of decided) {
    if (typeof outcome === 'object') {
      pieces[outcome.id] = outcome.node
      continue
    }
    const range = mapSides(found, (list) => list.map(({ node }) => node))
    const [piece] = rangeConflict({ ...merge, name: `${merge.name}[${key}]` }, outcome, range)
    const [first = found.theirs[0]] = found.ours
    if (first !== undefined) pieces[first.id] = piece
  }
  const decidedNames = new Set(decided.map(({ key }) => key))
  const mergeOne = ({ id, key }: Identified): void => {
    if (decidedNames.has(key)) return
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
  if (node instanceof Slice && base instanceof Slice) node.slices.setKeyMatch(node.index, base.index)
}
