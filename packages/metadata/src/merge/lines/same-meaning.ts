import type { RuleNode } from '../../type-rules.ts'
import type { Node } from '../read/node.ts'

import { meaningOf } from '../identify/meaning.ts'
import { rulesBelow, rulesOfRoot } from '../../type-rules.ts'
import { nameOf, slicesOf, sourceOf } from '../read/node.ts'
import { isDisplayOrder } from '../identify/display-order.ts'

/**
 * Whether two roots mean the same, when equal entries of a list count once. Entries with keys whose order only says how they
 * are shown may stand otherwise: two clean merges differ there only in what no version says.
 * What both hold as the same bytes is not looked at, where that alone can tell.
 */
export function isSameMeaning(a: Node, b: Node): boolean {
  const rules = rulesOfRoot(nameOf(a))
  if (isSameApartFromCopies(a, b, rules)) return true
  const leniency = { foldsCopies: true, leavesOrder: isDisplayOrder(`/${nameOf(a)}`) }
  return meaningOf(a, rules, leniency) === meaningOf(b, rules, leniency)
}

/** False also where the places of entries would have to be compared. */
function isSameApartFromCopies(a: Node, b: Node, rules: RuleNode): boolean {
  const [left, right] = [slicesOf(a).children, slicesOf(b).children]
  if (left.length === 0 || right.length === 0 || startTagOf(a) !== startTagOf(b)) return false
  const isOrdered = (node: Node): boolean => rules.lists.get(nameOf(node))?.order === 'ordered'
  const [onlyLeft, onlyRight] = [without(left, right), without(right, left)]
  if ([...left, ...right].some(isOrdered)) return false
  const meanings = (nodes: readonly Node[]): string =>
    [...new Set(nodes.map((node) => meaningOf(node, rulesBelow(rules, nameOf(node)), { foldsCopies: true })))]
      .toSorted()
      .join('')
  return meanings(onlyLeft) === meanings(onlyRight)
}

/** The elements that another list does not hold as the same text. */
function without(nodes: readonly Node[], others: readonly Node[]): Node[] {
  const known = new Set(others.map(sourceOf))
  return nodes.filter((node) => !known.has(sourceOf(node)))
}

function startTagOf({ document, element }: Node): string {
  const { source } = document
  return document.between(source.startOf(element), source.contentStartOf(element))
}
