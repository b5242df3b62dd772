import type { RuleNode } from '../../type-rules.ts'
import type { Slices } from './node.ts'

import { NamedRow } from './named-row.ts'

/**
 * The children by name. A list is told by its name, wherever its entries stand; null when another name comes back after
 * others: the format never writes that. Empty for a version that does not have the element.
 */
export function groupByName(slices: Slices | null, rules: RuleNode): Map<string, NamedRow> | null {
  const groups = new Map<string, NamedRow>()
  if (slices === null) return groups
  for (let start = 0; start < slices.length;) {
    let end = start + 1
    while (end < slices.length && isNamedAsBefore(slices, end)) end += 1
    const name = slices.document.nameOf(slices.row.elements[start] ?? 0)
    const row = new NamedRow(slices, { start, end })
    const before = groups.get(name)
    if (before !== undefined && !rules.lists.has(name)) return null
    groups.set(name, before === undefined ? row : before.with(row))
    start = end
  }
  return groups
}

/** Whether a child has the name of the one before it. Where both stand so in the base, that was asked there. */
function isNamedAsBefore(slices: Slices, child: number): boolean {
  const match = slices.exactMatchOf(child)
  const { base } = slices
  return base !== null && match > 0 && slices.exactMatchOf(child - 1) === match - 1
    ? base.row.isNamedAsBefore(match)
    : slices.row.isNamedAsBefore(child)
}
