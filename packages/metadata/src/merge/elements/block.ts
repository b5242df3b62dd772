import type { Piece } from '../write/pieces.ts'
import type { BlockMerge } from './merge-types.ts'

import { blockConflict, mergeEntry } from './entries.ts'
import { identityOf, ruledIdentity } from '../identify/identity.ts'
import { mergeKeyed } from './keyed.ts'
import { mapSides } from '../read/node.ts'
import { mergeSequence } from './sequence.ts'

/** Merges the elements of one name by what tells them apart. */
export function mergeBlock(merge: BlockMerge): Piece[] {
  const { name, block, rules } = merge
  if (merge.isConflicting) return blockConflict(merge, 'numberedListChangedByBoth')
  const identity =
    ruledIdentity(name, rules) ??
    identityOf(
      name,
      mapSides(block, ({ nodes }) => nodes),
      rules,
    )
  if (identity.kind === 'keyed') return mergeKeyed(merge, identity.key, identity.order)
  if (identity.kind === 'sequence') return mergeSequence(merge)
  const piece = mergeEntry(
    merge,
    '',
    mapSides(block, (row) => row.nodeAt(0)),
  )
  return piece === null ? [] : [piece]
}
