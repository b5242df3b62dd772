import type { RuleNode } from '../type-rules.ts'
import type { XmlDocument } from '../xml/document.ts'

import { compareText } from '../collation.ts'
import { noRules } from '../type-rules.ts'
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
export class Slice implements Node {
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
