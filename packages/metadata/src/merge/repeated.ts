import type { RuleNode } from '../type-rules.ts'
import type { Node, Sides } from './node.ts'

import { rulesBelow } from '../type-rules.ts'
import { compareText } from '../collation.ts'
import { meaningOf, nameOf, sourceOf } from './node.ts'

/** An entry with its key; null when the children that make it up are missing. */
interface Keyed {
  readonly node: Node
  readonly key: string | null
}

/**
 * Finds partners for entries whose key stands twice in a version: the entries of both sides that share most with one of the base.
 * Entries without a partner are left out. Entries that hold no elements are values, not to be paired; nor is what both sides
 * added: two new entries are one only where they are equal.
 */
export function pairRepeated(
  sides: Sides<readonly Keyed[]>,
  repeated: ReadonlySet<string>,
  rules: RuleNode,
): ReadonlyMap<Node, string> {
  const ids = new Map<Node, string>()
  const contents = new Contents((node) => partsOf(node, rules))
  for (const key of repeated) {
    const of = (list: readonly Keyed[]): Node[] =>
      list
        .filter((entry) => entry.key === key && entry.node.document.hasChildren(entry.node.element))
        .map(({ node }) => node)
    const base = of(sides.base)
    base.forEach((node, index) => ids.set(node, `~${key}~${index}`))
    for (const side of [sides.ours, sides.theirs])
      pairAlike({ anchors: base, list: of(side), contents }, (anchor, node) => {
        const id = ids.get(anchor)
        if (id !== undefined) ids.set(node, id)
      })
  }
  return ids
}

/** Entries to be paired with anchors, and what all of them hold. */
export interface Pairing {
  readonly anchors: readonly Node[]
  readonly list: readonly Node[]
  readonly contents: Contents
  /** Which pairs are possible, when not all are. */
  readonly mayPair?: (anchor: Node, node: Node) => boolean
}

/** Beyond so many possible pairs only equal entries are paired: each would have to be compared with each. */
const maxCompared = 250_000

/** Equal entries in their order, then the likest pair first, of pairs alike the one that moved least; each is used once. */
export function pairAlike(
  { anchors, list, contents, mayPair = () => true }: Pairing,
  found: (anchor: Node, node: Node) => void,
): void {
  const used = new Set<Node>()
  const pair = (anchor: Node, node: Node): void => {
    used.add(anchor)
    used.add(node)
    found(anchor, node)
  }
  const equal = new Map<string, Node[]>()
  for (const node of list.toReversed()) {
    const { text } = contents.of(node)
    const group = equal.get(text)
    if (group === undefined) equal.set(text, [node])
    else group.push(node)
  }
  for (const anchor of anchors) {
    const node = equal.get(contents.of(anchor).text)?.pop()
    if (node !== undefined) pair(anchor, node)
  }
  const [others, rest] = [anchors, list].map((nodes) => nodes.filter((node) => !used.has(node)))
  if (others === undefined || rest === undefined || others.length * rest.length > maxCompared) return
  const candidates = others.flatMap((anchor, from) =>
    rest.flatMap((node, to) => {
      if (!mayPair(anchor, node)) return []
      const alike = likeness(contents.of(anchor).parts, contents.of(node).parts)
      return [{ anchor, node, alike, moved: Math.abs(from - to) }]
    }),
  )
  for (const { anchor, node, alike } of candidates.toSorted((a, b) => b.alike - a.alike || a.moved - b.moved))
    if (alike >= 0.3 && !used.has(anchor) && !used.has(node)) pair(anchor, node)
}

/** What an entry holds: as texts that can be counted, and as one text in which their order does not count. */
interface Content {
  readonly parts: ReadonlySet<string>
  readonly text: string
}

/** Reads what entries hold, once for all that are written alike: repeated entries mostly are. */
export class Contents {
  readonly #partsOf: (node: Node) => ReadonlySet<string>
  readonly #bySource = new Map<string, Content>()

  constructor(read: (node: Node) => ReadonlySet<string>) {
    this.#partsOf = read
  }

  of(node: Node): Content {
    const source = sourceOf(node)
    const known = this.#bySource.get(source)
    if (known !== undefined) return known
    const parts = this.#partsOf(node)
    const content = { parts, text: [...parts].toSorted(compareText).join('\0') }
    this.#bySource.set(source, content)
    return content
  }
}

function partsOf({ document, element }: Node, rules: RuleNode): ReadonlySet<string> {
  return new Set(
    document.childrenOf(element).map((child) => {
      const part = { document, element: child, gap: '' }
      return meaningOf(part, rulesBelow(rules, nameOf(part)))
    }),
  )
}

/** Shared parts against all parts of the larger one. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const part of a) if (b.has(part)) shared += 1
  return shared / Math.max(a.size, b.size, 1)
}
