import type { XmlDocument } from '../../xml/document.ts'
import type { Break } from './break.ts'
import type { Place } from './places.ts'

import { placesAt, valueOf } from './places.ts'

interface Cell {
  readonly place: Place
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Entries of a grid that lie on each other. */
export function overlappingCells(
  document: XmlDocument,
  { entries, what }: { readonly entries: string; readonly what: string },
): Break[] {
  const cells = placesAt(document, entries).map((place) => cellOf(document, place))
  return cells.flatMap((cell, index) =>
    cells.slice(index + 1).flatMap((other) => {
      const isApart =
        cell.right <= other.left ||
        other.right <= cell.left ||
        cell.bottom <= other.top ||
        other.bottom <= cell.top
      if (isApart) return []
      const at = [cell, other].map(({ top, left }) => `row ${top} column ${left}`).join(' and ')
      return [
        {
          id: `cells ${entries} ${at}`,
          message: `The ${what} at ${at} overlap.`,
          places: [cell.place, other.place],
        },
      ]
    }),
  )
}

function cellOf(document: XmlDocument, place: Place): Cell {
  const number = (child: string, otherwise: number): number =>
    Number(valueOf(document, place.element, child) ?? otherwise)
  const left = number('columnIndex', 0)
  const top = number('rowIndex', 0)
  return { place, left, right: left + number('colSpan', 1), top, bottom: top + number('rowSpan', 1) }
}
