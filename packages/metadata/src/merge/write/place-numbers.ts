import type { Piece } from './pieces.ts'
import type { Identified } from '../pair/identify-entries.ts'
import type { Node, Sides } from '../read/node.ts'

import { textOf } from '../../xml/text.ts'
import { mergeOrder } from '../order/entry-order.ts'
import { mapSides } from '../read/node.ts'
import { textOfWritten } from './written.ts'

/** Entries that say themselves where they stand. */
interface Numbering {
  readonly places: string
  /** The entries of the result. */
  readonly placed: readonly number[]
  readonly keyOf: (id: number) => string
}

/** Place numbers of the merged entries: the order by number is merged like an order of a file, then counted anew. */
export function mergedNumbers(
  entries: Sides<readonly Identified[]>,
  { places, placed, keyOf }: Numbering,
): ReadonlyMap<number, number> | null {
  const present = new Set(placed)
  const byNumber = mapSides(entries, (list) =>
    list
      .map((entry) => ({ id: entry.id, number: numberOf(entry.node, places) }))
      .toSorted((a, b) => a.number - b.number),
  )
  const isUniform = [byNumber.ours, byNumber.theirs].every((list) =>
    list.every(({ number }, index) => number === index),
  )
  if (!isUniform) return null
  const { order } = mergeOrder(
    mapSides(byNumber, (list) => list.map(({ id }) => id)),
    { order: 'ordered', keyOf, asked: null },
  )
  const ids = order.filter((id) => present.has(id))
  return new Map([...new Set([...ids, ...placed])].map((id, index) => [id, index]))
}

function numberOf({ document, element }: Node, places: string): number {
  const child = document.childNamed(element, places)
  return child === null ? Number.MAX_SAFE_INTEGER : Number(textOf(document, child))
}

/** An entry with its place number. */
export function withNumber(
  piece: Piece,
  { places, number }: { readonly places: string; readonly number: number | undefined },
): Piece {
  if (number === undefined || piece.isConflict) return piece
  const pattern = new RegExp(`(<${places}>)\\d+(</${places}>)`, 'u')
  return { ...piece, text: [textOfWritten(piece.text).replace(pattern, `$1${number}$2`)] }
}
