import type { MergeConflict, MergeRun, Piece } from './merge-types.ts'
import type { Sides } from './node.ts'

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
