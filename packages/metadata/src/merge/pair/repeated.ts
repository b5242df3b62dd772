import type { RuleNode } from '../../type-rules.ts'
import type { Keyed, KeyedRows } from '../identify/keyed-rows.ts'
import type { Node } from '../read/node.ts'
import type { Partners } from './pairing.ts'

import { meaningOf } from '../identify/meaning.ts'
import { rulesBelow } from '../../type-rules.ts'
import { mapSides, nameOf } from '../read/node.ts'
import { BySource } from '../read/by-source.ts'
import { groupByKey } from '../identify/keyed-rows.ts'
import { pairEqual, pairMostSimilar } from './pairing.ts'

/**
 * Finds in the base what entries are whose key stands twice in a version: those that share most with one of the base.
 * Not so what both sides brought where one of them added to the key: two new entries are one only where they are equal, and
 * then neither is what became of another entry.
 */
export function pairRepeated(partners: Partners, { rows, repeated }: KeyedRows, rules: RuleNode): void {
  if (repeated.size === 0) return
  const meanings = new BySource((node) => meaningOf(node, rules))
  const parts = new BySource<ReadonlySet<string>>((node) => new Set(partsOf(node, rules)))
  const groups = mapSides(rows, (row) => groupByKey(row, repeated))
  for (const key of repeated) {
    const { base, ours, theirs } = mapSides(groups, (group) => group.get(key) ?? [])
    const mine = pairEqual(partners.ours, { anchors: base, list: ours }, meanings)
    const other = pairEqual(partners.theirs, { anchors: base, list: theirs }, meanings)
    if (mine.list.length === 0 && other.list.length === 0) continue
    const textsOf = (list: readonly Keyed[]): string[] => list.map(({ node }) => meanings.of(node))
    const isAdding = ours.length > base.length || theirs.length > base.length
    const brought = isAdding ? broughtByBoth(textsOf(base), textsOf(mine.list), textsOf(other.list)) : nothing
    const isOld = ({ node }: Keyed): boolean => brought.size === 0 || !brought.has(meanings.of(node))
    pairMostSimilar(partners.ours, { ...mine, list: mine.list.filter(isOld) }, parts)
    pairMostSimilar(partners.theirs, { ...other, list: other.list.filter(isOld) }, parts)
  }
}

const nothing: ReadonlySet<string> = new Set()

/** What new entries of both sides mean. */
function broughtByBoth(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): Set<string> {
  const [known, other] = [new Set(base), new Set(theirs)]
  return new Set(ours.filter((text) => other.has(text) && !known.has(text)))
}

/** What each child of an entry means. */
function partsOf({ document, element }: Node, rules: RuleNode): string[] {
  return document.childrenOf(element).map((child) => {
    const part = { document, element: child, gap: '' }
    return meaningOf(part, rulesBelow(rules, nameOf(part)))
  })
}
