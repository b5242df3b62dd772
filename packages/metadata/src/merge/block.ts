import type { BlockMerge, Piece } from './merge-types.ts'

import { blockConflict, mergeEntry } from './entries.ts'
import { identityOf } from './identity.ts'
import { mergeKeyed } from './keyed.ts'
import { mergeSequence } from './sequence.ts'

/** Merges the elements of one name by what tells them apart. */
export function mergeBlock(merge: BlockMerge): Piece[] {
  const { name, block, rules } = merge
  if (merge.isContested) return blockConflict(merge, 'numberedListChangedByBoth')
  const identity = identityOf(name, block, rules)
  if (identity.kind === 'keyed') return mergeKeyed(merge, identity.key, identity.order)
  if (identity.kind === 'sequence') return mergeSequence(merge)
  const sides = { base: block.base[0] ?? null, ours: block.ours[0] ?? null, theirs: block.theirs[0] ?? null }
  const piece = mergeEntry(merge, '', sides)
  return piece === null ? [] : [piece]
}
