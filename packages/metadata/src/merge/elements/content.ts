import type { Piece, Written } from '../write/pieces.ts'
import type { ContentMerge, Origin } from './merge-types.ts'
import type { Node, Sides, Slices } from '../read/node.ts'

import { compareText } from '../../collation.ts'
import { mergeBlock } from './block.ts'
import { commentsOf, pickGap } from '../write/gaps.ts'
import { NamedRow } from '../read/named-row.ts'
import { groupByName } from '../read/named-groups.ts'
import { mapSides, slicesOf } from '../read/node.ts'
import { conflictingUnits } from '../decide/numbered-units.ts'
import { collationOf, withMissing } from '../order/order.ts'
import { joinPieces, pieceOf, piecesOfRow } from '../write/output.ts'
import { isSameSlice, isSpelledAlike } from '../read/sameness.ts'
import { findExactMatches } from '../read/exact-matches.ts'

/** What stands between start and end tag of the merged element; null when its children cannot be told apart by name. */
export function mergeContent(merge: ContentMerge): Written[] | null {
  const slices = mapSides<Node | null, Slices | null>(merge.sides, (node) => node && slicesOf(node))
  linkExactMatches(slices)
  const groups = mapSides(slices, (side) => groupByName(side, merge.rules))
  if (groups.base === null || groups.ours === null || groups.theirs === null) return null
  const grouped = { base: groups.base, ours: groups.ours, theirs: groups.theirs }
  const conflicting = conflictingUnits(grouped, merge.rules)
  const pieces: Piece[] = []
  for (const name of blockOrder(grouped)) {
    const block = mapSides(grouped, (side) => side.get(name) ?? noRow)
    const named = mergeNamed(merge, name, { block, isConflicting: conflicting.has(name) })
    // Only what becomes of the root's children is asked for afterwards.
    if (merge.sides.ours.element === 0) merge.run.origins.set(name, originOf(named))
    for (const piece of named.pieces) pieces.push(piece)
  }
  return joinPieces(pieces, pickGap(mapSides(slices, (side) => side?.tail ?? '')))
}

const noRow = new NamedRow(null, { start: 0, end: 0 })

/** Finds the exact matches that nobody found while the versions were read. */
function linkExactMatches({ base, ours, theirs }: Sides<Slices | null>): void {
  if (base === null) return
  for (const side of [ours, theirs])
    if (side !== null && !side.isLinkedTo(base))
      side.setExactMatches(base, findExactMatches(side.row, base.row))
}

/** The order of names: that of ours, and names that only theirs has where they stand there. */
function blockOrder(grouped: Sides<Map<string, NamedRow>>): string[] {
  const order = [...grouped.ours.keys()]
  const source = [...grouped.theirs.keys()]
  return withMissing({
    order,
    source,
    collation: collationOf(order) ?? compareText,
    keyOf: (name) => name,
    afterOthers: true,
  })
}

interface NamedBlock {
  readonly block: Sides<NamedRow>
  readonly isConflicting: boolean
}

/** The merged elements of one name, and the sides that have the same ones. */
interface NamedPieces {
  readonly pieces: readonly Piece[]
  readonly sameAs: Origin['sameAs']
}

/** The elements of one name: a side that left them alone takes the other side's as they are. */
function mergeNamed(merge: ContentMerge, name: string, { block, isConflicting }: NamedBlock): NamedPieces {
  const { base, ours, theirs } = block
  const hasBase = merge.sides.base !== null
  if (isAlike(ours, theirs)) return { pieces: pieceOfRow(ours), sameAs: ['ours', 'theirs'] }
  if (hasBase && isAlike(base, theirs)) return { pieces: pieceOfRow(ours), sameAs: ['ours'] }
  if (hasBase && isAlike(base, ours)) return { pieces: pieceOfRow(theirs), sameAs: ['theirs'] }
  return { pieces: mergeBlock({ ...merge, name, block, isConflicting }), sameAs: [] }
}

function originOf({ pieces, sameAs }: NamedPieces): Origin {
  const isVerbatim = pieces.every(
    ({ text, isConflict }) => isConflict || text.every((part) => typeof part === 'object'),
  )
  return { sameAs, isVerbatim }
}

function pieceOfRow(row: NamedRow): Piece[] {
  if (!row.isTogether) return piecesOfRow(row.nodes)
  const [first, last] = [row.nodeAt(0), row.nodeAt(row.length - 1)]
  return first === null || last === null ? [] : [pieceOf(first, last)]
}

function isAlike(a: NamedRow, b: NamedRow): boolean {
  if (a.length !== b.length) return false
  if (a.slices === null || b.slices === null) return true
  for (let index = 0; index < a.length; index += 1)
    if (
      !a.slices.isExactMatch(a.indexAt(index), b.slices, b.indexAt(index)) &&
      !isSame(a.nodeAt(index), b.nodeAt(index))
    )
      return false
  return true
}

function isSame(node: Node | null, other: Node | null): boolean {
  if (node === null || other === null) return false
  return (
    isSameSlice(node, other) ||
    (commentsOf(node.gap) === commentsOf(other.gap) && isSpelledAlike(node, other))
  )
}
