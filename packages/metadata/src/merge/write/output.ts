import type { ConflictReason, MergeConflict } from '../decide/conflict.ts'
import type { Piece, Written } from './pieces.ts'
import type { MergeLabels } from './markers.ts'
import type { Node, Sides } from '../read/node.ts'

import { markedLines } from './markers.ts'
import { mapSides } from '../read/node.ts'
import { isDirectlyBehind } from '../read/sameness.ts'
import { elementOf, gapOf, textOfWritten } from './written.ts'

/** Puts pieces together; a conflict begins and ends at line starts. */
export function joinPieces(pieces: readonly Piece[], tail: string): Written[] {
  const out: Written[] = []
  let afterConflict = false
  for (const { gap: before, text, isConflict } of pieces) {
    if (afterConflict || isConflict) {
      const written = textOfWritten([before])
      const gap = afterConflict && !/^\r?\n/u.test(written) ? `\n${written}` : written
      out.push(isConflict ? gap.replace(/[ \t]*$/u, '') : gap)
      if (isConflict && !/\n[ \t]*$/u.test(gap)) out.push('\n')
    } else out.push(before)
    for (const part of text) out.push(part)
    afterConflict = isConflict
  }
  out.push(afterConflict && !/^\r?\n/u.test(tail) ? `\n${tail}` : tail)
  return out
}

/** Elements as they are written; those that stand together in one version become one piece. */
export function piecesOfRow(row: readonly (Piece | Node)[]): Piece[] {
  const pieces: Piece[] = []
  for (let index = 0; index < row.length; index += 1) {
    const first = row[index]
    if (first === undefined) continue
    if (!('element' in first)) {
      pieces.push(first)
      continue
    }
    let last = first
    for (let next = row[index + 1]; next !== undefined && 'element' in next; next = row[index + 1]) {
      if (!isDirectlyBehind(last, next)) break
      last = next
      index += 1
    }
    pieces.push(pieceOf(first, last))
  }
  return pieces
}

/** Elements in a row of one version, up to `last`, as they are written. */
export function pieceOf(first: Node, last: Node): Piece {
  return { gap: gapOf(first), text: [elementOf(first, last.element)], isConflict: false }
}

/** How conflicts are written, and those found so far. */
export interface ConflictWriting {
  readonly conflicts: MergeConflict[]
  readonly labels: MergeLabels
  /** A side that wins inside conflicts; they are listed all the same. */
  readonly favour: 'ours' | 'theirs' | null
}

/** What versions hold at a place that a person has to decide; null where one holds nothing. */
interface Conflicting {
  readonly path: string
  readonly reason: ConflictReason
  readonly gap: string
  readonly written: Sides<readonly Written[] | null>
}

/** Records a conflict and gives the piece for it: markers around the versions, or the favoured side. */
export function conflictPiece(
  run: ConflictWriting,
  { path, reason, gap, written }: Conflicting,
): Piece | null {
  run.conflicts.push({ path, reason, ...mapSides(written, (parts) => parts && textOfWritten(parts)) })
  if (run.favour !== null) {
    const favoured = written[run.favour]
    return favoured && { gap, text: favoured, isConflict: false }
  }
  const indent = /[^\n]*$/u.exec(gap)?.[0] ?? ''
  const block = (parts: readonly Written[] | null): readonly Written[] =>
    parts === null ? [] : [/^\s*$/u.test(indent) ? indent : '', ...parts, '\n']
  return { gap, text: markedLines(mapSides(written, block), run.labels), isConflict: true }
}
