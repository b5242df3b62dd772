import type { Block, ContentMerge, Piece } from './merge-types.ts'
import type { Node, Sides } from './node.ts'

import { compareText } from '../collation.ts'
import { mergeBlock } from './block.ts'
import { commentsOf, pickGap } from './gaps.ts'
import { mapSides, nameOf, slicesOf } from './node.ts'
import { contestedUnits } from './numbered-units.ts'
import { collationOf, withMissing } from './order.ts'
import { joinPieces, piecesOfRow } from './output.ts'
import { findTwins } from './twins.ts'
import { isSameName, isSameSlice, isSpelledAlike } from './sameness.ts'

/** Text between start and end tag of the merged element; null when its children cannot be told apart by name. */
export function mergeContent(merge: ContentMerge): string | null {
  const { base, ours, theirs } = merge.sides
  const slices = {
    base: base === null ? { children: [], tail: '' } : slicesOf(base),
    ours: slicesOf(ours),
    theirs: slicesOf(theirs),
  }
  findTwins([slices.ours.children, slices.theirs.children], slices.base.children)
  const groups = mapSides(slices, ({ children }) => groupByName(children))
  if (groups.base === null || groups.ours === null || groups.theirs === null) return null
  const grouped = { base: groups.base, ours: groups.ours, theirs: groups.theirs }
  const contested = contestedUnits(grouped, merge)
  const pieces: Piece[] = []
  for (const name of blockOrder(grouped)) {
    const block = mapSides(grouped, (side) => side.get(name) ?? [])
    pieces.push(...mergeNamed(merge, name, { block, isContested: contested.has(name) }))
  }
  return joinPieces(pieces, pickGap(mapSides(slices, ({ tail }) => tail)))
}

/** The children by name; null when a name comes back after another one: the format never writes that. */
function groupByName(children: readonly Node[]): Map<string, Node[]> | null {
  const groups = new Map<string, Node[]>()
  let group: Node[] = []
  for (const child of children) {
    const [first] = group
    if (first === undefined || !isSameName(first, child)) {
      const name = nameOf(child)
      if (groups.has(name)) return null
      group = []
      groups.set(name, group)
    }
    group.push(child)
  }
  return groups
}

/** The order of names: that of ours, and names that only theirs has where they stand there. */
function blockOrder(grouped: Sides<Map<string, Node[]>>): string[] {
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
  readonly block: Block
  readonly isContested: boolean
}

/** The elements of one name: a side that left them alone takes the other side's as they are. */
function mergeNamed(merge: ContentMerge, name: string, { block, isContested }: NamedBlock): Piece[] {
  const { base, ours, theirs } = block
  if (isAlike(ours, theirs) || (merge.sides.base !== null && isAlike(base, theirs))) return piecesOfRow(ours)
  if (merge.sides.base !== null && isAlike(base, ours)) return piecesOfRow(theirs)
  return mergeBlock({ ...merge, name, block, isContested })
}

function isAlike(a: readonly Node[], b: readonly Node[]): boolean {
  return a.length === b.length && a.every((node, index) => isSame(node, b[index]))
}

function isSame(node: Node, other: Node | undefined): boolean {
  if (other === undefined) return false
  return (
    isSameSlice(node, other) ||
    (commentsOf(node.gap) === commentsOf(other.gap) && isSpelledAlike(node, other))
  )
}
