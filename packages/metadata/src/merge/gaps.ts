import type { Sides } from './node.ts'

/** What a gap holds, one string: comments, and text that people left there. Blanks do not count. */
export function commentsOf(gap: string): string {
  return /\S/u.test(gap) ? gap.replace(/\s+/gu, ' ').trim() : ''
}

/** Blanks and comments of the side that changed them; ours when both did. Comments weigh more than blanks. */
export function pickGap({ base, ours, theirs }: Sides<string>): string {
  if (commentsOf(ours) !== commentsOf(theirs)) return commentsOf(base) === commentsOf(ours) ? theirs : ours
  return base === ours ? theirs : ours
}
