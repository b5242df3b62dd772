import type { Node } from '../merge/read/node.ts'
import type { XmlDocument } from '../xml/document.ts'
import type { ElementKind } from './element-kind.ts'

import { compareText } from '../collation.ts'
import { nameOf, rootOf, sourceOf } from '../merge/read/node.ts'
import { placeNumberOf } from '../merge/identify/volatile.ts'
import { readXml } from '../xml/reader.ts'
import { attributesOf, textOf } from '../xml/text.ts'
import { kindOfRoot } from './element-kind.ts'
import { childrenByName } from './element-middle.ts'

/** Marks that no XML text can hold, so that two different elements never give one form. */
const mark = { open: '\u0001', value: '\u0002', close: '\u0003' } as const

/**
 * What a file says, as one text: equal for two files exactly when `elementChanges` finds nothing between them. Left out
 * are comments, indent, entities, the form of empty elements, the order of lists whose order means nothing, and values
 * that an org or an editor writes anew. The order of lists that no rule knows counts (decision 1).
 * Raises `XmlError`.
 */
export function comparableForm(content: Uint8Array): string {
  const root = rootOf(readXml(content))
  return formOf(root, kindOfRoot(nameOf(root)))
}

/** The form of one element. */
export function formOf(node: Node, kind: ElementKind): string {
  if (kind.isVolatile) return ''
  const start = `${mark.open}${nameOf(node)}${attributesForm(node)}`
  if (isValue(node)) return `${start}${mark.value}${valueForm(node)}${mark.close}`
  const lists = [...childrenByName(node)].toSorted(([a], [b]) => compareText(a, b))
  const inner = lists.map(([name, nodes]) => {
    const below = kind.below(name)
    const forms = inPlaceOrder(name, nodes).map((child) => formOf(child, below))
    return (below.keepsOrder ? forms : forms.toSorted(compareText)).join('')
  })
  return `${start}${mark.value}${inner.join('')}${mark.close}`
}

/** Entries that carry their place as a number, in that order; others as they are. */
export function inPlaceOrder(name: string, nodes: readonly Node[]): readonly Node[] {
  const place = placeNumberOf(name)
  if (place === null) return nodes
  return nodes.toSorted((a, b) => numberIn(a, place) - numberIn(b, place))
}

function numberIn({ document, element }: Node, place: string): number {
  const child = document.childNamed(element, place)
  const number = child === null ? Number.NaN : Number(textOf(document, child))
  return Number.isNaN(number) ? Number.MAX_SAFE_INTEGER : number
}

/** Attributes without namespace declarations, which say nothing about an org. */
export function attributesForm({ document, element }: Node): string {
  const attributes = attributesOf(document, element)
  if (attributes.length === 0) return ''
  return attributes
    .filter(({ name }) => !name.startsWith('xmlns'))
    .map(({ name, value }) => ` ${name}="${value}"`)
    .toSorted(compareText)
    .join('')
}

/**
 * Whether an element is one value: text, or text with elements in between. Empty elements are none, nor are those that
 * hold a line end and blanks. (Blanks alone are a value: some labels are.)
 */
export function isValue(node: Node): boolean {
  const { document, element } = node
  return document.hasChildren(element) ? hasTextBeside(node) : isSaid(textOf(document, element))
}

/** Whether the text of an element without others inside is a value. */
export function isSaid(text: string): boolean {
  // Nearly all values begin with a visible sign of ASCII.
  const first = text.charCodeAt(0)
  return (first > 32 && first < 127) || !/^(?:\s*\n\s*)?$/u.test(text)
}

/** Whether text stands between the elements inside. */
function hasTextBeside({ document, element }: Node): boolean {
  const { source } = document
  let from = source.contentStartOf(element)
  const end = source.nextOf(element)
  for (let child = element + 1; child < end; child = source.nextOf(child)) {
    if (hasText(document, from, source.startOf(child))) return true
    from = source.endOf(child)
  }
  return hasText(document, from, source.contentEndOf(element))
}

/** Of the characters up to this one XML allows blanks only. */
const lastBlank = 32

/** Whether a range between elements holds more than blanks and comments. */
function hasText(document: XmlDocument, from: number, to: number): boolean {
  const { bytes } = document.source
  let at = from
  while (at < to && (bytes[at] ?? 0) <= lastBlank) at += 1
  if (at === to) return false
  const text = document.between(at, to)
  return text.replaceAll(/<!--[\s\S]*?-->/gu, '').trim() !== ''
}

function valueForm(node: Node): string {
  const { document, element } = node
  return document.hasChildren(element) ? sourceOf(node) : textOf(document, element)
}
