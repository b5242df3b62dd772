import type { ConflictReason } from '../decide/conflict.ts'
import type { Piece, Written } from '../write/pieces.ts'
import type { RuleNode } from '../../type-rules.ts'
import type { BlockMerge } from './merge-types.ts'
import type { Node, Sides } from '../read/node.ts'

import { rulesBelow } from '../../type-rules.ts'
import { mapSides } from '../read/node.ts'
import { conflictPiece, piecesOfRow } from '../write/output.ts'
import { textOfWritten } from '../write/written.ts'

/** Merges one entry of the block in its versions. */
export function mergeEntry(
  { run, name, rules, path, plainPath }: BlockMerge,
  key: string,
  sides: { readonly base: Node | null; readonly ours: Node | null; readonly theirs: Node | null },
): Piece | null {
  const below: RuleNode = rulesBelow(rules, name)
  const label = key === '' ? name : `${name}[${key}]`
  return run.mergeElement({
    run,
    sides,
    rules: below,
    path: `${path}/${label}`,
    plainPath: `${plainPath}/${name}`,
  })
}

/** One conflict about all elements of the name. */
export function blockConflict(merge: BlockMerge, reason: ConflictReason): Piece[] {
  return rangeConflict(
    merge,
    reason,
    mapSides(merge.block, ({ nodes }) => nodes),
  )
}

/** One conflict about some elements of the name, on each side one behind the other. */
export function rangeConflict(
  merge: BlockMerge,
  reason: ConflictReason,
  range: Sides<readonly (Piece | Node)[]>,
): Piece[] {
  const gap = textOfWritten([(range.ours[0] ?? range.theirs[0] ?? range.base[0])?.gap ?? ''])
  const written = mapSides(range, writtenOf)
  const piece = conflictPiece(merge.run, { path: `${merge.path}/${merge.name}`, reason, gap, written })
  return piece === null ? [] : [piece]
}

function writtenOf(nodes: readonly (Piece | Node)[]): Written[] | null {
  if (nodes.length === 0) return null
  return piecesOfRow(nodes).flatMap(({ gap, text }, index) => (index === 0 ? text : [gap, ...text]))
}
