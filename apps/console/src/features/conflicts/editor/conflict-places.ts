import { type ConflictSides, conflictLinesOf, isConflictMarker } from '@sluice/contract/conflict-places'
import { type EditorState, StateField, type Text, type Transaction } from '@codemirror/state'

/** The positions of conflict markers in a text: of complete conflicts, and of single markers without the others. */
export interface ConflictPlace {
  /** The start of the first line. */
  readonly from: number
  /** The end of the last line, without its line break. */
  readonly to: number
  /** Null for a marker without the others. */
  readonly sides: ConflictSides | null
}

/** All places of a text with markers, in order. */
export const findConflictPlaces = (doc: Text): ConflictPlace[] =>
  conflictLinesOf(doc.iterLines()).map(({ first, last, sides }) => ({
    from: doc.line(first + 1).from,
    to: doc.line(last + 1).to,
    sides,
  }))

/** The places of the editor's text. They are searched anew only when an edit touches one or writes a marker. */
export const conflictPlaces = StateField.define<readonly ConflictPlace[]>({
  create: ({ doc }) => findConflictPlaces(doc),
  update: (places, transaction) => {
    if (!transaction.docChanged) return places
    if (touchesMarkers(places, transaction)) return findConflictPlaces(transaction.newDoc)
    return places.map((place) => ({
      ...place,
      from: transaction.changes.mapPos(place.from, 1),
      to: transaction.changes.mapPos(place.to, -1),
    }))
  },
})

function touchesMarkers(places: readonly ConflictPlace[], { changes, newDoc }: Transaction): boolean {
  let isTouched = false
  changes.iterChangedRanges((...range) => {
    const [fromBefore, toBefore, from, to] = range
    if (isTouched) return
    isTouched = places.some((place) => place.from <= toBefore && place.to >= fromBefore)
    for (let line = newDoc.lineAt(from); !isTouched; line = newDoc.line(line.number + 1)) {
      isTouched = isConflictMarker(line.text)
      if (line.to >= to) break
    }
  })
  return isTouched
}

export const placesIn = (state: EditorState): readonly ConflictPlace[] => state.field(conflictPlaces)

/** The places of complete conflicts: these can be replaced by a side. */
export const completePlacesIn = (state: EditorState): readonly ConflictPlace[] =>
  placesIn(state).filter(({ sides }) => sides !== null)
