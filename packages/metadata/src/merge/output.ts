import type { MergeRun } from './merge-types.ts'
import type { Sides } from './node.ts'

import { commentsOf } from './node.ts'

/** Why a person has to decide. */
export type ConflictReason =
  | 'changedByBoth'
  | 'addedByBoth'
  | 'deletedAndChanged'
  | 'movedByBoth'
  | 'numberedListChangedByBoth'
  | 'brokenByMerge'
  | 'notXml'
  | 'linesChangedByBoth'

/** One conflict: where, and what the versions say (null = absent there). */
export interface MergeConflict {
  /** Elements from the root with their keys: `/Profile/fieldPermissions[Account.X]/editable`. */
  readonly path: string
  readonly reason: ConflictReason
  readonly base: string | null
  readonly ours: string | null
  readonly theirs: string | null
  readonly message?: string
}

/** The names in conflict markers. */
export interface MergeLabels {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** A piece of the result: what stands before it, and its text. A conflict's text holds whole lines. */
export interface Piece {
  readonly gap: string
  readonly text: string
  readonly isConflict: boolean
}

/** Puts pieces together; a conflict begins and ends at line starts. */
export function joinPieces(pieces: readonly Piece[], tail: string): string {
  const out: string[] = []
  let afterConflict = false
  for (const piece of pieces) {
    const gap = afterConflict && !/^\r?\n/u.test(piece.gap) ? `\n${piece.gap}` : piece.gap
    out.push(piece.isConflict ? gap.replace(/[ \t]*$/u, '') : gap)
    if (piece.isConflict && !/\n[ \t]*$/u.test(gap)) out.push('\n')
    out.push(piece.text)
    afterConflict = piece.isConflict
  }
  out.push(afterConflict && !/^\r?\n/u.test(tail) ? `\n${tail}` : tail)
  return out.join('')
}

/** Records a conflict and gives the piece for it: markers around the versions, or the favoured side. */
export function conflictPiece(
  run: MergeRun,
  conflict: MergeConflict,
  { gap, lines = conflict }: { readonly gap: string; readonly lines?: Sides<string | null> },
): Piece | null {
  run.conflicts.push(conflict)
  if (run.favour !== null) {
    const favoured = lines[run.favour]
    return favoured === null ? null : { gap, text: favoured, isConflict: false }
  }
  const indent = /[^\n]*$/u.exec(gap)?.[0] ?? ''
  const block = (text: string | null): string =>
    text === null || text === '' ? '' : `${/^\s*$/u.test(indent) ? indent : ''}${text}\n`
  const { labels } = run
  const text = `<<<<<<< ${labels.ours}\n${block(lines.ours)}||||||| ${labels.base}\n${block(lines.base)}=======\n${block(lines.theirs)}>>>>>>> ${labels.theirs}`
  return { gap, text, isConflict: true }
}

/** Blanks and comments of the side that changed them; ours when both did. Comments weigh more than blanks. */
export function pickGap({ base, ours, theirs }: Sides<string>): string {
  if (commentsOf(ours) !== commentsOf(theirs)) return commentsOf(base) === commentsOf(ours) ? theirs : ours
  return base === ours ? theirs : ours
}
