import type { XmlDocument } from '../../src/xml/document.ts'

import { canonicalElement } from '../../src/xml/canonical.ts'
import { withOneEmptyForm } from '../../src/xml/one-empty-form.ts'
import { attributesOf, piecesOf, textOf } from '../../src/xml/text.ts'

/** The same thing in the three versions. */
export interface Sides<T> {
  readonly base: T
  readonly ours: T
  readonly theirs: T
}

/** An element of one version. */
export interface Element {
  readonly name: string
  /** The element as written, and its start tag. */
  readonly source: string
  readonly tag: string
  /** Blanks and comments before the element, and before its end tag. */
  readonly gap: string
  readonly tail: string
  /** Decoded text; what counts is that of elements without children. */
  readonly value: string
  /** Sorted. */
  readonly attributes: string
  readonly children: readonly Element[]
  /** The element with one indent, one spelling of entities and one form of empty elements. */
  readonly form: string
}

/** Reads an element with everything inside it; `gapStart` is the offset at which the gap before it begins. */
export function readElement(document: XmlDocument, element: number, gapStart: number): Element {
  const start = document.source.startOf(element)
  const contentStart = document.source.contentStartOf(element)
  let at = contentStart
  const children = document.childrenOf(element).map((child) => {
    const read = readElement(document, child, at)
    at = document.source.endOf(child)
    return read
  })
  return {
    name: document.nameOf(element),
    source: document.sourceOf(element),
    tag: document.between(start, contentStart),
    gap: document.between(gapStart, start),
    tail: document.between(at, document.source.contentEndOf(element)),
    value: textOf(document, element),
    attributes: attributesOf(document, element)
      .map(({ name, value }) => ` ${name}="${value}"`)
      .toSorted()
      .join(''),
    children,
    form: withOneEmptyForm(canonicalElement(document, element, '')),
  }
}

/** What the reference does not specify; the README of the merge engine lists the reasons. */
export class Unspecified extends Error {}

/** The names of the versions. */
export const sideNames = { base: 'base', ours: 'ours', theirs: 'theirs' } as const

/** The same function for each version. */
export function each<T, R>({ base, ours, theirs }: Sides<T>, map: (side: T) => R): Sides<R> {
  return { base: map(base), ours: map(ours), theirs: map(theirs) }
}

/** Comments and text in a gap, in one line; blanks do not count. */
export function commentsOf(gap: string): string {
  return gap.replace(/\s+/gu, ' ').trim()
}

/** The gap of the side that changed it: comments count before blanks, and those that both sides wrote are both kept. */
export function mergeGap({ base, ours, theirs }: Sides<string>): string {
  const [before, mine, other] = [commentsOf(base), commentsOf(ours), commentsOf(theirs)]
  if (mine === other) return base === ours ? theirs : ours
  if (before === mine || (before !== other && other.includes(mine))) return theirs
  return before === other || mine.includes(other) ? ours : `${ours.trimEnd()}${theirs}`
}

/** Text that stands before an element or between those inside it. */
export function strayText({ gap, children, tail }: Element): string {
  return textIn(gap) + (children.length === 0 ? '' : children.map(strayText).join('') + textIn(tail))
}

const textIn = (gap: string): string =>
  piecesOf(gap)
    .map(({ kind, value }) => (kind === 'text' ? value.trim() : ''))
    .join('')
