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

/** A document's root, which keeps its slices once they were asked for. */
class Root implements Node {
  readonly document: XmlDocument
  readonly element = 0
  readonly gap = ''
  #slices: Slices | null = null

  constructor(document: XmlDocument) {
    this.document = document
  }

  get slices(): Slices {
    this.#slices ??= cutSlices(this)
    return this.#slices
  }
}

export type { Root }

/** A document's root. */
export function rootOf(document: XmlDocument): Root {
  return new Root(document)
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
  /** Its number among the children. */
  readonly index: number
  /** Byte offset behind what precedes the gap. */
  readonly from: number
  /** Byte offset behind the element. */
  readonly end: number
  /** The child of the base that is known to be the same bytes, gap included. */
  twin: Slice | null = null
  /** The child of the base with the same key, where somebody looked for it. */
  namesake: Slice | null = null

  constructor(
    document: XmlDocument,
    element: number,
    place: { readonly index: number; readonly from: number },
  ) {
    this.document = document
    this.element = element
    this.index = place.index
    this.from = place.from
    this.end = document.source.endOf(element)
  }

  get gap(): string {
    return this.document.between(this.from, this.document.source.startOf(this.element))
  }
}

/** The children of an element, each with the gap before it, and the gap before the end tag. */
export interface Slices {
  readonly children: readonly Slice[]
  readonly tail: string
}

/** The elements directly inside: put together with their gaps and the tail they are the content, byte for byte. */
export function slicesOf(node: Node): Slices {
  return node instanceof Root ? node.slices : cutSlices(node)
}

function cutSlices({ document, element }: Node): Slices {
  const { source } = document
  const children: Slice[] = []
  const end = source.nextOf(element)
  let from = source.contentStartOf(element)
  for (let child = element + 1; child < end; child = source.nextOf(child)) {
    const slice = new Slice(document, child, { index: children.length, from })
    children.push(slice)
    from = slice.end
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
