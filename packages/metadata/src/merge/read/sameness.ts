import type { Node } from './node.ts'

import { withOneEmptyForm } from '../../xml/one-empty-form.ts'
import { canonicalElement } from '../../xml/canonical.ts'
import { Slice } from './node.ts'

/** Whether two elements are the same bytes. */
export function isSameSource(a: Node, b: Node): boolean {
  const [left, right] = [a.document.source, b.document.source]
  return left.words.isSame(right.words, {
    from: left.startOf(a.element),
    to: left.endOf(a.element),
    otherFrom: right.startOf(b.element),
    otherTo: right.endOf(b.element),
  })
}

/** Whether two children are the same bytes, each with its gap. */
export function isSameSlice(a: Node, b: Node): boolean {
  if (!(a instanceof Slice) || !(b instanceof Slice)) return a.gap === b.gap && isSameSource(a, b)
  if (a.slices.isExactMatch(a.index, b.slices, b.index)) return true
  return a.document.source.words.isSame(b.document.source.words, {
    from: a.from,
    to: a.end,
    otherFrom: b.from,
    otherTo: b.end,
  })
}

/** Whether a child follows another one in the same version, with nothing but its gap between. */
export function isDirectlyBehind(node: Node, next: Node): boolean {
  return (
    next instanceof Slice &&
    node.document === next.document &&
    next.from === node.document.source.endOf(node.element)
  )
}

/** Whether two elements are written alike but for indent, entities and the form of empty elements. */
export function isSpelledAlike(a: Node, b: Node): boolean {
  if (isSameSource(a, b)) return true
  if (a.document.hasChildren(a.element) && lengthOf(a) + lengthOf(b) > largestCompared) return false
  return exactForm(a) === exactForm(b)
}

const lengthOf = ({ document, element }: Node): number => document.endOf(element) - document.startOf(element)

/** Above this many characters parents are not compared as a whole: their children are, where it matters. */
const largestCompared = 40_000

function exactForm({ document, element }: Node): string {
  return withOneEmptyForm(canonicalElement(document, element, ''))
}
