import type { Node, Sides } from '../read/node.ts'

import { piecesOf } from '../../xml/text.ts'
import { slicesOf } from '../read/node.ts'

/** What a gap holds, one string: comments, and text that people left there. Blanks do not count. */
export function commentsOf(gap: string): string {
  return /\S/u.test(gap) ? gap.replace(/\s+/gu, ' ').trim() : ''
}

/**
 * Blanks and comments of the side that changed them; ours when both did. Comments weigh more than blanks: those that both
 * sides wrote are kept one behind the other, for they mean nothing to the service and something to people.
 */
export function pickGap({ base, ours, theirs }: Sides<string>): string {
  const [before, mine, other] = [commentsOf(base), commentsOf(ours), commentsOf(theirs)]
  if (mine === other) return base === ours ? theirs : ours
  if (before === mine) return theirs
  if (before === other) return ours
  if (other.includes(mine)) return theirs
  return mine.includes(other) ? ours : `${ours.trimEnd()}${theirs}`
}

/** Text that people left before an element and between those inside it, one string: no value, but content. */
export function strayTextOf(node: Node): string {
  const { document, element, gap } = node
  const before = textIn(gap)
  if (!document.hasChildren(element)) return before
  const slices = slicesOf(node)
  return [before, ...slices.children.map(strayTextOf), textIn(slices.tail)].join('')
}

function textIn(gap: string): string {
  if (commentsOf(gap) === '') return ''
  return piecesOf(gap)
    .flatMap(({ kind, value }) => (kind === 'text' ? [value.trim()] : []))
    .join('')
}
