import type { Piece } from '../write/pieces.ts'
import type { MergedOrder } from '../order/entry-order.ts'
import type { Identification } from '../pair/identify-entries.ts'
import type { BlockMerge } from './merge-types.ts'
import type { Node } from '../read/node.ts'

import { firstMarkedLine } from '../write/markers.ts'
import { rangeConflict } from './entries.ts'
import { mapSides } from '../read/node.ts'

/** An order with what stands for each entry in the result. */
interface PlacedOrder extends MergedOrder {
  readonly pieces: readonly (Piece | Node | undefined)[]
}

/**
 * The entries in their order, each conflicting run as one conflict about the order alone: what an entry holds was merged, and
 * both sides of the conflict show it so, unless that is or holds a conflict of its own: conflicts do not nest.
 */
export function withConflictingRuns(
  merge: BlockMerge,
  { entries, byId }: Identification,
  { order, conflicting, pieces }: PlacedOrder,
): (Piece | Node)[] {
  const runs = new Map(conflicting.flatMap((run) => run.map((id) => [id, new Set(run)])))
  const start = firstMarkedLine(merge.run.labels)
  const isConflicting = ({ isConflict, text }: Piece): boolean =>
    isConflict || text.some((part) => typeof part === 'string' && part.includes(start))
  const shown = (id: number, side: 'ours' | 'theirs'): Piece | Node | undefined => {
    const piece = pieces[id]
    return piece !== undefined && 'isConflict' in piece && isConflicting(piece) ? byId[side][id]?.node : piece
  }
  const conflictOf = (run: ReadonlySet<number>): Piece[] => {
    const ids = mapSides(entries, (list) => list.map(({ id }) => id).filter((id) => run.has(id)))
    return rangeConflict(merge, 'movedByBoth', {
      base: ids.base.flatMap((id) => byId.base[id]?.node ?? []),
      ours: ids.ours.flatMap((id) => shown(id, 'ours') ?? []),
      theirs: ids.theirs.flatMap((id) => shown(id, 'theirs') ?? []),
    })
  }
  return order.flatMap((id, index) => {
    const run = runs.get(id)
    if (run === undefined) return pieces[id] ?? []
    return run.has(order[index - 1] ?? -1) ? [] : conflictOf(run)
  })
}
