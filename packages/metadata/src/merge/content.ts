import type { Block, ContentMerge, Piece } from './merge-types.ts'
import type { Node, Sides } from './node.ts'

import { compareText } from '../collation.ts'
import { mergeBlock } from './block.ts'
import { commentsOf, pickGap } from './gaps.ts'
import { mapSides } from './node.ts'
import { isSpelledAlike, nameOf, slicesOf } from './node.ts'
import { contestedUnits } from './numbered-units.ts'
import { collationOf, withMissing } from './order.ts'
import { joinPieces } from './output.ts'

/** Text between start and end tag of the merged element; null when its children cannot be told apart by name. */
export function mergeContent(merge: ContentMerge): string | null {
  const { base, ours, theirs } = merge.sides
  const slices = {
    base: base === null ? { children: [], tail: '' } : slicesOf(base),
    ours: slicesOf(ours),
    theirs: slicesOf(theirs),
  }
  const grouped = mapSides(slices, ({ children }) => groupByName(children))
  if ([slices.base, slices.ours, slices.theirs].some(({ children }) => hasSplitNames(children))) return null
  const contested = contestedUnits(grouped, merge)
  const pieces: Piece[] = []
  for (const name of blockOrder(grouped)) {
    const block = mapSides(grouped, (groups) => groups.get(name) ?? [])
    pieces.push(...mergeNamed(merge, name, { block, isContested: contested.has(name) }))
  }
  return joinPieces(pieces, pickGap(mapSides(slices, ({ tail }) => tail)))
}

function groupByName(children: readonly Node[]): Map<string, Node[]> {
  const groups = new Map<string, Node[]>()
  for (const child of children) {
    const name = nameOf(child)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [child])
    else group.push(child)
  }
  return groups
}

/** Whether a name comes back after another one: the format never writes that. */
function hasSplitNames(children: readonly Node[]): boolean {
  const done = new Set<string>()
  let current = ''
  for (const child of children) {
    const name = nameOf(child)
    if (name === current) continue
    if (done.has(name)) return true
    done.add(name)
    current = name
  }
  return false
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
  if (isAlike(ours, theirs) || (merge.sides.base !== null && isAlike(base, theirs))) return asWritten(ours)
  if (merge.sides.base !== null && isAlike(base, ours)) return asWritten(theirs)
  return mergeBlock({ ...merge, name, block, isContested })
}

function isAlike(a: readonly Node[], b: readonly Node[]): boolean {
  return a.length === b.length && a.every((node, index) => isSame(node, b[index]))
}

function isSame(node: Node, other: Node | undefined): boolean {
  return other !== undefined && commentsOf(node.gap) === commentsOf(other.gap) && isSpelledAlike(node, other)
}

function asWritten(nodes: readonly Node[]): Piece[] {
  return nodes.map(({ document, element, gap }) => ({
    gap,
    text: document.sourceOf(element),
    isConflict: false,
  }))
}
