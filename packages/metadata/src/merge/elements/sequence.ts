import type { Piece } from '../write/pieces.ts'
import type { Block, BlockMerge } from './merge-types.ts'
import type { Node, Sides } from '../read/node.ts'

import { meaningOf } from '../identify/meaning.ts'
import { align, chunks } from '../pair/alignment.ts'
import { mergeEntry, rangeConflict } from './entries.ts'
import { isMovedApart } from '../decide/moved-apart.ts'
import { rulesBelow } from '../../type-rules.ts'
import { mapSides } from '../read/node.ts'
import { hasSameOrder, keepsPlaces, withMissing } from '../order/order.ts'
import { piecesOfRow } from '../write/output.ts'

/** Lists whose entries are nothing but places. */
const placeLists = new Set(['layoutColumns', 'quickActionLayoutColumns'])

/** Leaves above which an entry is large enough to be merged inside: small ones are their own value. */
const largeEntryLeaves = 12

/** Merges a list whose entries have no key: entries that are alike are paired, what lies between is compared as a row. */
export function mergeSequence(merge: BlockMerge): Piece[] {
  const { name } = merge
  const block = mapSides(merge.block, ({ nodes }) => nodes)
  const isPlaces = placeLists.has(name) && block.ours.length === block.theirs.length
  if (isPlaces) return mergePairs(merge, block) ?? []
  const rules = rulesBelow(merge.rules, name)
  const meanings = mapSides(block, (nodes) => nodes.map((node) => meaningOf(node, rules)))
  if (isSaidByBoth(meanings)) return rangeConflict(merge, 'addedByBoth', block)
  const found = chunks(meanings.base, meanings.ours, meanings.theirs)
  if (isMovedApart(found, meanings))
    return mergeAsSet(block, meanings, isOrdered(merge)) ?? rangeConflict(merge, 'changedByBoth', block)
  return found.flatMap((chunk) => {
    const range = {
      base: block.base.slice(...chunk.base),
      ours: block.ours.slice(...chunk.ours),
      theirs: block.theirs.slice(...chunk.theirs),
    }
    return chunk.isStable ? (mergePairs(merge, range) ?? []) : mergeRange(merge, range)
  })
}

/** Whether each side said something of its own where there was nothing: put together they are what neither said. */
function isSaidByBoth({ base, ours, theirs }: Sides<readonly string[]>): boolean {
  return base.length === 0 && without(ours, theirs).length > 0 && without(theirs, ours).length > 0
}

/** A range in which something differs. */
function mergeRange(merge: BlockMerge, range: Block): Piece[] {
  const rules = rulesBelow(merge.rules, merge.name)
  const meanings = mapSides(range, (nodes) => nodes.map((node) => meaningOf(node, rules)))
  const joined = mapSides(meanings, (list) => list.join('\0'))
  if (joined.ours === joined.theirs || joined.base === joined.theirs) return piecesOfRow(range.ours)
  if (joined.base === joined.ours) return piecesOfRow(range.theirs)
  const isAligned = range.base.length === range.ours.length && range.ours.length === range.theirs.length
  const pairs = isAligned ? mergePairs(merge, range) : null
  return (
    pairs ??
    replaceInPlace(range, meanings) ??
    mergeAsSet(range, meanings, isOrdered(merge)) ??
    rangeConflict(merge, 'changedByBoth', range)
  )
}

function isOrdered({ name, rules }: BlockMerge): boolean {
  return rules.lists.get(name)?.order !== 'unordered'
}

/**
 * Merges a range in which one side only replaced entries, and the other side added entries: each replacement stands in the
 * place of the entry that it replaces. Null for other ranges, when both sides replaced the same entry, and when the other side
 * holds a replacement already, because it would stand twice.
 */
function replaceInPlace(range: Block, meanings: Sides<readonly string[]>): Piece[] | null {
  const { base } = meanings
  for (const [editing, adding] of [
    ['ours', 'theirs'],
    ['theirs', 'ours'],
  ] as const) {
    const [edited, added] = [meanings[editing], meanings[adding]]
    const places = edited.length === base.length ? placesIn(base, added) : null
    if (places === null) continue
    const row = [...range[adding]]
    const isReplaced = base.map((text, index) => edited[index] !== text)
    if (places.some((place, index) => isReplaced[index] === true && added[place] !== base[index])) continue
    if (edited.some((text, index) => isReplaced[index] === true && added.includes(text))) continue
    for (const [index, place] of places.entries()) {
      const node = range[editing][index]
      if (node !== undefined && isReplaced[index] === true) row[place] = node
    }
    return piecesOfRow(row)
  }
  return null
}

/** Where the entries of the base stand in a row that has all of them, or others in their places; null for other rows. */
function placesIn(base: readonly string[], row: readonly string[]): readonly number[] | null {
  const places = [...align(base, row)]
  if (!places.includes(-1)) return places
  return keepsPlaces(base, row) ? base.map((_, index) => index) : null
}

/** Entry by entry; null when small entries were changed by both, which only a person can decide. */
function mergePairs(merge: BlockMerge, range: Block): Piece[] | null {
  const rules = rulesBelow(merge.rules, merge.name)
  const pieces: Piece[] = []
  const rows = range.ours.map((ours, index) => ({
    ours,
    base: range.base[index] ?? null,
    theirs: range.theirs[index] ?? null,
  }))
  const canLookInside =
    placeLists.has(merge.name) ||
    [...range.ours, ...range.theirs].some((node) => leavesOf(node) > largeEntryLeaves)
  for (const [index, row] of rows.entries()) {
    const [base, ours, theirs] = [row.base, row.ours, row.theirs].map((node) =>
      node === null ? '' : meaningOf(node, rules),
    )
    const isConflicting = base !== ours && base !== theirs && ours !== theirs
    if (isConflicting && !canLookInside) return null
    const piece = mergeEntry(merge, String(index + 1), row)
    if (piece !== null) pieces.push(piece)
  }
  return pieces
}

function leavesOf({ document, element }: Node): number {
  if (!document.hasChildren(element)) return 1
  return document
    .childrenOf(element)
    .reduce((sum, child) => sum + leavesOf({ document, element: child, gap: '' }), 0)
}

/**
 * Both sides' additions and removals together; null when both took away some and put something else, and where an order
 * means something also when both moved entries, each elsewhere, or one did and the other took some away: it may be those
 * that were moved.
 */
function mergeAsSet(range: Block, meanings: Sides<readonly string[]>, keepsOrder: boolean): Piece[] | null {
  const counted = mapSides(meanings, withCounts)
  const removed = (side: readonly string[]): string[] => without(counted.base, side)
  const removedByOurs = removed(counted.ours)
  const removedByTheirs = removed(counted.theirs)
  const added = without([...counted.ours, ...counted.theirs], counted.base)
  if (added.length > 0 && removedByOurs.length > 0 && removedByTheirs.length > 0) return null
  const isMoved = (side: readonly string[]): boolean => keepsOrder && !hasSameOrder(counted.base, side)
  if (isMoved(counted.ours) && removedByTheirs.length > 0) return null
  if (isMoved(counted.theirs) && removedByOurs.length > 0) return null
  const isOneOrder = hasSameOrder(counted.ours, counted.theirs)
  if (!isOneOrder && isMoved(counted.ours) && isMoved(counted.theirs)) return null
  const nodes = new Map<string, Node>()
  counted.theirs.forEach((id, index) => setIfPresent(nodes, id, range.theirs[index]))
  counted.ours.forEach((id, index) => setIfPresent(nodes, id, range.ours[index]))
  const order = withMissing({
    order: counted.ours,
    source: counted.theirs,
    collation: null,
    keyOf: (id) => id,
    afterOthers: true,
  })
  const gone = new Set([...removedByOurs, ...removedByTheirs])
  return piecesOfRow(order.filter((id) => !gone.has(id)).flatMap((id) => nodes.get(id) ?? []))
}

function without(list: readonly string[], other: readonly string[]): string[] {
  const excluded = new Set(other)
  return list.filter((id) => !excluded.has(id))
}

function setIfPresent(nodes: Map<string, Node>, id: string, node: Node | undefined): void {
  if (node !== undefined) nodes.set(id, node)
}

/** Equal entries get numbers, so that two of them are never taken for one. */
function withCounts(meanings: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return meanings.map((meaning) => {
    const count = counts.get(meaning) ?? 0
    counts.set(meaning, count + 1)
    return `${meaning}#${count}`
  })
}
