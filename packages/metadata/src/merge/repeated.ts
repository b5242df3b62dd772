import type { RuleNode } from '../type-rules.ts'
import type { Keyed, KeyedRows } from './keyed-rows.ts'
import type { Node } from './node.ts'
import type { Content } from './pairing.ts'

import { rulesBelow } from '../type-rules.ts'
import { mapSides, meaningOf, nameOf } from './node.ts'
import { BySource } from './by-source.ts'
import { pairAlike } from './pairing.ts'

/**
 * Finds in the base what entries are whose key stands twice in a version: those that share most with one of the base.
 * Entries that hold no elements are values, not to be paired; nor is what both sides brought where one of them added to the
 * key: two new entries are one only where they are equal, and then neither is what became of another entry.
 */
export function pairRepeated({ rows, repeated }: KeyedRows, rules: RuleNode): Map<Node, Node> {
  const partners = new Map<Node, Node>()
  if (repeated.size === 0) return partners
  const contents = new BySource<Content>((node) => ({
    meaning: meaningOf(node, rules),
    parts: new Set(partsOf(node, rules)),
  }))
  const { base, ours, theirs } = mapSides(rows, (row) => byKey(row, repeated))
  for (const key of repeated) {
    const [anchors = [], mine = [], other = []] = [base.get(key), ours.get(key), theirs.get(key)]
    const meanings = (list: readonly Node[]): Set<string> =>
      new Set(list.map((node) => contents.of(node).meaning))
    const [inBase, inOurs, inTheirs] = [meanings(anchors), meanings(mine), meanings(other)]
    const isAdding = mine.length > anchors.length || other.length > anchors.length
    const isBrought = (text: string): boolean =>
      isAdding && inOurs.has(text) && inTheirs.has(text) && !inBase.has(text)
    for (const side of [mine, other]) {
      const list = side.filter((node) => !isBrought(contents.of(node).meaning))
      pairAlike({ anchors, list, contents }, (anchor, node) => partners.set(node, anchor))
    }
  }
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
