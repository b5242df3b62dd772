import type { MergeConflict, ConflictReason } from '../../src/merge/decide/conflict.ts'
import type { Element, Sides } from './read.ts'

import { each } from './read.ts'

/** A part of the result: what stands before it, and its text. A conflict's text holds whole lines. */
export interface Piece {
  readonly gap: string
  readonly source: string
  readonly isConflict: boolean
}

/** A place that a person has to decide; null where a version holds nothing. */
interface Decision extends Sides<string | null> {
  readonly path: string
  readonly reason: ConflictReason
  readonly gap: string
}

/** Notes a conflict and writes the versions between markers. */
export function conflictPiece(conflicts: MergeConflict[], { gap, ...conflict }: Decision): Piece {
  conflicts.push(conflict)
  const indent = /[^\n]*$/u.exec(gap)?.[0] ?? ''
  const { base, ours, theirs } = each<string | null, string>(conflict, (text) =>
    text === null ? '' : `${indent.trim() === '' ? indent : ''}${text}\n`,
  )
  const source = `<<<<<<< ours\n${ours}||||||| base\n${base}=======\n${theirs}>>>>>>> theirs`
  return { gap, source, isConflict: true }
}

/** One conflict about some elements of a name, one behind the other on each side. */
export function rangeConflict(
  { conflicts, ...at }: { conflicts: MergeConflict[]; path: string; reason: ConflictReason },
  range: Sides<readonly (Piece | Element)[]>,
): Piece {
  const gap = (range.ours[0] ?? range.theirs[0] ?? range.base[0])?.gap ?? ''
  return conflictPiece(conflicts, { ...at, gap, ...each(range, textOfRow) })
}

const textOfRow = (row: readonly (Piece | Element)[]): string | null =>
  row.map(({ gap, source }, at) => (at === 0 ? source : `${gap}${source}`)).join('') || null

/** Pieces one behind the other; a conflict begins and ends at line starts. */
export function joinPieces(pieces: readonly (Piece | Element)[], tail: string): string {
  let [text, isBehindConflict] = ['', false]
  const onNewLine = (gap: string): string => (isBehindConflict && !/^\r?\n/u.test(gap) ? `\n${gap}` : gap)
  for (const piece of pieces) {
    const isConflict = 'isConflict' in piece && piece.isConflict
    const gap = onNewLine(piece.gap)
    text += isConflict ? gap.replace(/[ \t]*$/u, '') : gap
    if (isConflict && !/\n[ \t]*$/u.test(gap)) text += '\n'
    text += piece.source
    isBehindConflict = isConflict
  }
  return text + onNewLine(tail)
}
