import type { XmlDocument } from '../../xml/document.ts'

import { ChildRow } from './child-row.ts'

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
    this.#slices ??= new Slices(this)
    return this.#slices
  }
}

export type { Root, Slices }

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
  readonly slices: Slices
  /** Its number among the children. */
  readonly index: number

  constructor(slices: Slices, index: number) {
    this.document = slices.document
    this.element = slices.row.elements[index] ?? 0
    this.slices = slices
    this.index = index
  }

  /** Byte offset behind what precedes the gap. */
  get from(): number {
    return this.slices.row.fromOf(this.index)
  }

  /** Byte offset behind the element. */
  get end(): number {
    return this.slices.row.endOf(this.index)
  }

  get gap(): string {
    return this.document.between(this.from, this.document.source.startOf(this.element))
  }
}

/** The children of an element, each with the gap before it, and what is known of them in another version. */
class Slices {
  readonly document: XmlDocument
  readonly row: ChildRow
  readonly #tailEnd: number
  #children: readonly Slice[] | null = null
  #base: Slices | null = null
  #exactMatches: Int32Array | null = null
  #keyMatches: Int32Array | null = null

  constructor({ document, element }: Node) {
    this.document = document
    this.row = new ChildRow(document.source, element)
    this.#tailEnd = document.source.contentEndOf(element)
  }

  /** Number of children. */
  get length(): number {
    return this.row.length
  }

  /** All children. */
  get children(): readonly Slice[] {
    this.#children ??= Array.from(this.row.elements, (_, index) => new Slice(this, index))
    return this.#children
  }

  /** The gap before the end tag. */
  get tail(): string {
    return this.document.between(this.row.fromOf(this.length), this.#tailEnd)
  }

  /** Says which children are which of the base, as `findExactMatches` gives them. */
  setExactMatches(base: Slices, exactMatches: Int32Array | null): void {
    base.#base = base
    this.#base = base
    this.#exactMatches = exactMatches
  }

  /** The version that exact matches and key matches are children of, itself for that version; null where nobody looked for any. */
  get base(): Slices | null {
    return this.#base
  }

  /** Whether exact matches were looked for in this version. */
  isLinkedTo(base: Slices): boolean {
    return this.#base === base
  }

  /** The child of the base that is known to be the same bytes, gap included, or -1. Of the base itself each child is its own. */
  exactMatchOf(index: number): number {
    return this.#base === this ? index : (this.#exactMatches?.[index] ?? -1)
  }

  /** Whether two children are known to be the same bytes, gaps included. */
  isExactMatch(index: number, other: Slices, otherIndex: number): boolean {
    if (this.#base === null || this.#base !== other.#base) return false
    const match = this.exactMatchOf(index)
    return match !== -1 && match === other.exactMatchOf(otherIndex)
  }

  /** Remembers the child of the base with the same key. */
  setKeyMatch(index: number, baseIndex: number): void {
    this.#keyMatches ??= new Int32Array(this.length).fill(-1)
    this.#keyMatches[index] = baseIndex
  }

  /** The child of the base with the same key, where somebody looked for it; otherwise -1. */
  keyMatchOf(index: number): number {
    return this.#keyMatches?.[index] ?? -1
  }
}

/** The elements directly inside: put together with their gaps and the tail they are the content, byte for byte. */
export function slicesOf(node: Node): Slices {
  return node instanceof Root ? node.slices : new Slices(node)
}

/** The same function for each version. */
export function mapSides<T, R>(sides: Sides<T>, map: (side: T) => R): Sides<R> {
  return { base: map(sides.base), ours: map(sides.ours), theirs: map(sides.theirs) }
}
