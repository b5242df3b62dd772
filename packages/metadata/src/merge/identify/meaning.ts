import type { RuleNode } from '../../type-rules.ts'
import type { Node } from '../read/node.ts'

import { compareText } from '../../collation.ts'
import { noRules } from '../../type-rules.ts'
import { attributesOf, textOf } from '../../xml/text.ts'
import { isPlaceNumber, placeNumberOf } from './volatile.ts'

/** What is left out of a meaning besides comments, spelling and the order of lists without order. */
export interface Leniency {
  /** Equal entries of a list without order count once; place numbers, else left out, count. */
  readonly foldsCopies?: boolean
  /** The order of lists whose entries have keys is left out too; of place numbers only their order counts. */
  readonly leavesOrder?: boolean
}

/** What an element means. Two elements with one meaning hold the same leaves. */
export function meaningOf(node: Node, rules: RuleNode, leniency: Leniency = {}): string {
  const { foldsCopies = false, leavesOrder = false } = leniency
  const { document, element } = node
  const attributes = sortedAttributes(node)
  const name = document.nameOf(element)
  if (!document.hasChildren(element)) return `<${name}${attributes}>${textOf(document, element)}`
  const ranks = leavesOrder ? placeRanks(node) : null
  const parts = document.childrenOf(element).flatMap((child) => {
    const childName = document.nameOf(child)
    if (isPlaceNumber(name, childName) && (leavesOrder || !foldsCopies)) return []
    const rule = rules.lists.get(childName)
    const isOrdered = rule?.order === 'ordered' && placeNumberOf(childName) === null
    const keepsPlace = isOrdered && (!leavesOrder || rule.key.kind === 'position')
    const below = rules.below.get(childName) ?? noRules
    const meaning = meaningOf({ document, element: child, gap: '' }, below, leniency)
    return [{ childName, isOrdered, keepsPlace, text: `${meaning}${ranks?.get(child) ?? ''}` }]
  })
  const sorted = parts.toSorted(
    (a, b) => compareText(a.childName, b.childName) || (a.keepsPlace ? 0 : compareText(a.text, b.text)),
  )
  const kept = foldsCopies
    ? sorted.filter((part, index) => part.isOrdered || part.text !== sorted[index - 1]?.text)
    : sorted
  return `<${name}${attributes}>[${kept.map(({ text }) => text).join('')}]`
}

/** By child that says itself where it stands: how many other numbers come before its own. */
function placeRanks({ document, element }: Node): ReadonlyMap<number, number> {
  const numbers = document.childrenOf(element).flatMap((child) => {
    const places = placeNumberOf(document.nameOf(child))
    const number = places === null ? null : document.childNamed(child, places)
    return number === null ? [] : [{ child, number: Number(textOf(document, number)) }]
  })
  const sorted = [...new Set(numbers.map(({ number }) => number))].toSorted((a, b) => a - b)
  const ranks = new Map(sorted.map((number, rank) => [number, rank]))
  return new Map(numbers.map(({ child, number }) => [child, ranks.get(number) ?? 0]))
}

/** Nearly no element has any: then nothing is made for them. */
function sortedAttributes({ document, element }: Node): string {
  const attributes = attributesOf(document, element)
  if (attributes.length === 0) return ''
  return attributes
    .map(({ name, value }) => ` ${name}="${value}"`)
    .toSorted(compareText)
    .join('')
}
