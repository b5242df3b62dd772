import type { RuleNode } from '../type-rules.ts'
import type { XmlDocument } from '../xml/document.ts'

import { withOneEmptyForm } from '../diff/same-content.ts'
import { sameRange } from '../bytes.ts'
import { compareText } from '../collation.ts'
import { noRules } from '../type-rules.ts'
import { canonicalElement } from '../xml/canonical.ts'
import { attributesOf, textOf } from '../xml/text.ts'
import { isPlaceNumber, placeNumberOf } from './volatile.ts'

/** An element of one version, with what stands before it in its parent: blanks and comments. */
export interface Node {
  readonly document: XmlDocument
  readonly element: number
  readonly gap: string
}

/** The same element in the three versions; null where a version does not have it. */
export interface Sides<T> {
  readonly base: T
  readonly ours: T
  readonly theirs: T
}

/** A document's root. */
export function rootOf(document: XmlDocument): Node {
  return { document, element: 0, gap: '' }
}

/** The element's name with its prefix, as written. */
export function nameOf(node: Node): string {
  return node.document.nameOf(node.element)
}

/** The element as written. */
export function sourceOf(node: Node): string {
  return node.document.sourceOf(node.element)
}

/** A child with its gap, which is read only when somebody asks. */
class Slice implements Node {
  readonly document: XmlDocument
  readonly element: number
  /** Byte offset behind what precedes the gap. */
  readonly from: number

  constructor(document: XmlDocument, element: number, from: number) {
    this.document = document
    this.element = element
    this.from = from
  }

  get gap(): string {
    return this.document.between(this.from, this.document.source.startOf(this.element))
  }
}

/**
 * The elements directly inside, each with the gap before it, and the gap before the end tag:
 * put together again they are the content, byte for byte.
 */
export function slicesOf({ document, element }: Node): { readonly children: Node[]; readonly tail: string } {
  const { source } = document
  const children: Node[] = []
  const end = source.nextOf(element)
  let from = source.contentStartOf(element)
  for (let child = element + 1; child < end; child = source.nextOf(child)) {
    children.push(new Slice(document, child, from))
    from = source.endOf(child)
  }
  return { children, tail: document.between(from, source.contentEndOf(element)) }
}

/** Whether two elements are the same bytes. */
export function isSameSource(a: Node, b: Node): boolean {
  const [left, right] = [a.document.source, b.document.source]
  return sameRange(left.bytes, right.bytes, {
    from: left.startOf(a.element),
    to: left.endOf(a.element),
    otherFrom: right.startOf(b.element),
    otherTo: right.endOf(b.element),
  })
}

/** Whether two children are the same bytes, each with its gap. */
export function isSameSlice(a: Node, b: Node): boolean {
  if (!(a instanceof Slice) || !(b instanceof Slice)) return a.gap === b.gap && isSameSource(a, b)
  const [left, right] = [a.document.source, b.document.source]
  return sameRange(left.bytes, right.bytes, {
    from: a.from,
    to: left.endOf(a.element),
    otherFrom: b.from,
    otherTo: right.endOf(b.element),
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

/** Whether two elements have one name. */
export function isSameName(a: Node, b: Node): boolean {
  const [left, right] = [a.document.source, b.document.source]
  return sameRange(left.bytes, right.bytes, {
    from: left.startOf(a.element),
    to: left.nameEndOf(a.element),
    otherFrom: right.startOf(b.element),
    otherTo: right.nameEndOf(b.element),
  })
}

/** Children in a row of one version as one text, without the gap before the first. */
export function sourceOfRow(first: Node, last: Node): string {
  const { document } = first
  return document.between(document.source.startOf(first.element), document.source.endOf(last.element))
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

/**
 * What an element means: comments, spelling and the order of lists without order left out.
 * Two elements with one meaning hold the same leaves; with `foldsCopies` equal entries of a list count once.
 */
export function meaningOf(
  node: Node,
  rules: RuleNode,
  options: { readonly foldsCopies?: boolean } = {},
): string {
  const { document, element } = node
  const attributes = attributesOf(document, element)
    .map(({ name, value }) => ` ${name}="${value}"`)
    .toSorted(compareText)
    .join('')
  const name = document.nameOf(element)
  if (!document.hasChildren(element)) return `<${name}${attributes}>${textOf(document, element)}`
  const parts = document.childrenOf(element).flatMap((child) => {
    const childName = document.nameOf(child)
    if (isPlaceNumber(name, childName) && options.foldsCopies !== true) return []
    const isOrdered = rules.lists.get(childName)?.order === 'ordered' && placeNumberOf(childName) === null
    return [
      {
        childName,
        isOrdered,
        text: meaningOf(
          { document, element: child, gap: '' },
          rules.below.get(childName) ?? noRules,
          options,
        ),
      },
    ]
  })
  const sorted = parts.toSorted(
    (a, b) => compareText(a.childName, b.childName) || (a.isOrdered ? 0 : compareText(a.text, b.text)),
  )
  const kept =
    options.foldsCopies === true
      ? sorted.filter((part, index) => part.isOrdered || part.text !== sorted[index - 1]?.text)
      : sorted
  return `<${name}${attributes}>[${kept.map(({ text }) => text).join('')}]`
}

/** The same function for each version. */
export function mapSides<T, R>(sides: Sides<T>, map: (side: T) => R): Sides<R> {
  return { base: map(sides.base), ours: map(sides.ours), theirs: map(sides.theirs) }
}
