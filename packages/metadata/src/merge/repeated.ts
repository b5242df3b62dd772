import type { RuleNode } from '../type-rules.ts'
import type { Keyed, KeyedRows } from './keyed-rows.ts'
import type { Node } from './node.ts'
import type { Content } from './pairing.ts'

import { rulesBelow } from '../type-rules.ts'
import { meaningOf, nameOf } from './node.ts'
import { BySource } from './by-source.ts'
import { pairAlike } from './pairing.ts'

/**
 * Finds in the base what entries are whose key stands twice in a version: those that share most with one of the base.
 * Entries that hold no elements are values, not to be paired; nor is what both sides added: two new entries are one only
 * where they are equal.
 */
export function pairRepeated({ rows, repeated }: KeyedRows, rules: RuleNode): Map<Node, Node> {
  const partners = new Map<Node, Node>()
  if (repeated.size === 0) return partners
  const contents = new BySource<Content>((node) => ({
    meaning: meaningOf(node, rules),
    parts: new Set(partsOf(node, rules)),
  }))
  const base = byKey(rows.base, repeated)
  for (const side of [rows.ours, rows.theirs])
    for (const [key, list] of byKey(side, repeated))
      pairAlike({ anchors: base.get(key) ?? [], list, contents }, (anchor, node) =>
        partners.set(node, anchor),
      )
  return partners
}

/** The entries of some keys that hold elements, by key. */
function byKey(row: readonly Keyed[], keys: ReadonlySet<string>): Map<string, Node[]> {
  const found = new Map<string, Node[]>()
  for (const { key, node } of row) {
    if (key === null || !keys.has(key) || !node.document.hasChildren(node.element)) continue
    const list = found.get(key)
    if (list === undefined) found.set(key, [node])
    else list.push(node)
  }
  return found
}

/** What each child of an entry means. */
function partsOf({ document, element }: Node, rules: RuleNode): string[] {
  return document.childrenOf(element).map((child) => {
    const part = { document, element: child, gap: '' }
    return meaningOf(part, rulesBelow(rules, nameOf(part)))
  })
}
