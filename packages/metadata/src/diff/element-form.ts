import type { Node } from '../merge/node.ts'
import type { RuleNode } from '../type-rules.ts'

import { sameBytes } from '../bytes.ts'
import { compareText } from '../collation.ts'
import { nameOf, rootOf, sourceOf } from '../merge/node.ts'
import { isVolatile, placeNumberOf } from '../merge/volatile.ts'
import { componentOfPath } from '../paths.ts'
import { rulesBelow, rulesOfRoot } from '../type-rules.ts'
import { XmlError } from '../xml/errors.ts'
import { readXml } from '../xml/reader.ts'
import { attributesOf, textOf } from '../xml/text.ts'
import { childrenByName } from './element-middle.ts'

/** Marks that no XML text can hold, so that two different elements never give one form. */
const mark = { open: '\u0001', value: '\u0002', close: '\u0003' } as const

/**
 * What a file says, as one text: equal for two files exactly when `elementChanges` finds nothing between them. Left out
 * are comments, indent, entities, the form of empty elements, the order of lists whose order means nothing, and values
 * that an org or an editor writes anew. The order of lists that no rule knows counts. Raises `XmlError`.
 */
export function comparableForm(content: Uint8Array): string {
  const root = rootOf(readXml(content))
  const name = nameOf(root)
  return formOf(root, rulesOfRoot(name), `/${name}`)
}

/** Whether two contents of one path say the same: equal bytes, or metadata XML with one `comparableForm`. */
export function saysTheSame(path: string, a: Uint8Array, b: Uint8Array): boolean {
  if (sameBytes(a, b)) return true
  if (componentOfPath(path)?.isXml !== true) return false
  try {
    return comparableForm(a) === comparableForm(b)
  } catch (error) {
    if (error instanceof XmlError) return false
    throw error
  }
}

/** The form of one element. `plainPath` is its path of names, which tells volatile values. */
export function formOf(node: Node, rules: RuleNode, plainPath: string): string {
  if (isVolatile(plainPath)) return ''
  const start = `${mark.open}${nameOf(node)}${attributesForm(node)}`
  if (isValue(node)) return `${start}${mark.value}${valueForm(node)}${mark.close}`
  const lists = [...childrenByName(node)].toSorted(([a], [b]) => compareText(a, b))
  const inner = lists.map(([name, nodes]) => {
    const forms = inPlaceOrder(name, nodes).map((child) =>
      formOf(child, rulesBelow(rules, name), `${plainPath}/${name}`),
    )
    return (keepsOrder(rules, name) ? forms : forms.toSorted(compareText)).join('')
  })
  return `${start}${mark.value}${inner.join('')}${mark.close}`
}

/** Whether the order of a list says something: by rule, by a place number, or because nobody knows the list. */
export function keepsOrder(rules: RuleNode, name: string): boolean {
  const rule = rules.lists.get(name)
  return rule === undefined || rule.order === 'ordered' || placeNumberOf(name) !== null
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
  return attributesOf(document, element)
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
  if (!document.hasChildren(element)) return !/^(?:\s*\n\s*)?$/u.test(textOf(document, element))
  return hasTextBeside(node)
}

/** Whether text stands between the elements inside. */
function hasTextBeside({ document, element }: Node): boolean {
  const { text } = document
  const isText = (from: number, to: number): boolean => {
    let at = from
    while (at < to && isBlank(text.charCodeAt(at))) at += 1
    return (
      at < to &&
      text
        .slice(at, to)
        .replaceAll(/<!--[\s\S]*?-->/gu, '')
        .trim() !== ''
    )
  }
  let from = document.contentStartOf(element)
  for (const child of document.childrenOf(element)) {
    if (isText(from, document.startOf(child))) return true
    from = document.endOf(child)
  }
  return isText(from, document.contentEndOf(element))
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13
}

function valueForm(node: Node): string {
  const { document, element } = node
  return document.hasChildren(element) ? sourceOf(node) : textOf(document, element)
}
