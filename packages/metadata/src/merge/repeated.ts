import type { RuleNode } from '../type-rules.ts'
import type { Node, Sides } from './node.ts'

import { rulesBelow } from '../type-rules.ts'
import { meaningOf, nameOf } from './node.ts'

/** An entry with its key; null when the children that make it up are missing. */
interface Keyed {
  readonly node: Node
  readonly key: string | null
}

/**
 * Finds partners for entries whose key stands twice in a version: the entries of both sides that share most with one of the base.
 * Entries without a partner are left out. Entries that hold no elements are values, not to be paired.
 */
export function pairRepeated(
  sides: Sides<readonly Keyed[]>,
  repeated: ReadonlySet<string>,
  rules: RuleNode,
): ReadonlyMap<Node, string> {
  const ids = new Map<Node, string>()
  for (const key of repeated) {
    const of = (list: readonly Keyed[]): Node[] =>
      list
        .filter((entry) => entry.key === key && entry.node.document.hasChildren(entry.node.element))
        .map(({ node }) => node)
    const base = of(sides.base)
    const anchors = base.length > 0 ? base : of(sides.ours)
    anchors.forEach((node, index) => ids.set(node, `~${key}~${index}`))
    const others = base.length > 0 ? [of(sides.ours), of(sides.theirs)] : [of(sides.theirs)]
    for (const list of others) pairWith(ids, { anchors, list, rules })
  }
  return ids
}

interface Pairing {
  readonly anchors: readonly Node[]
  readonly list: readonly Node[]
  readonly rules: RuleNode
}

/** The likest pair first; an entry and an anchor are used once. */
function pairWith(ids: Map<Node, string>, { anchors, list, rules }: Pairing): void {
  const parts = new Map([...anchors, ...list].map((node) => [node, partsOf(node, rules)]))
  const candidates = anchors.flatMap((anchor) =>
    list.map((node) => ({ anchor, node, likeness: likeness(parts.get(anchor), parts.get(node)) })),
  )
  const used = new Set<Node>()
  for (const { anchor, node, likeness: found } of candidates.toSorted((a, b) => b.likeness - a.likeness)) {
    if (found < 0.3 || used.has(anchor) || used.has(node)) continue
    used.add(anchor)
    used.add(node)
    const id = ids.get(anchor)
    if (id !== undefined) ids.set(node, id)
  }
}

/** What an entry holds, as texts that can be counted. */
function partsOf({ document, element }: Node, rules: RuleNode): ReadonlySet<string> {
  return new Set(
    document.childrenOf(element).map((child) => {
      const part = { document, element: child, gap: '' }
      return meaningOf(part, rulesBelow(rules, nameOf(part)))
    }),
  )
}

/** Shared parts against all parts of the larger one. */
function likeness(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): number {
  let shared = 0
  for (const part of a) if (b.has(part)) shared += 1
  return shared / Math.max(a.size, b.size, 1)
}
