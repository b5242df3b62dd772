import type { BySource } from './by-source.ts'
import type { Node } from './node.ts'

/** By entry of a side: the entry of the base that it is a version of. */
export type Partners = ReadonlyMap<Node, Node>

/** Entries to be paired with anchors, and what all of them hold. */
export interface Pairing {
  readonly anchors: readonly Node[]
  readonly list: readonly Node[]
  readonly contents: BySource<Content>
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
    const { meaning } = contents.of(node)
    const group = equal.get(meaning)
    if (group === undefined) equal.set(meaning, [node])
    else group.push(node)
  }
  for (const anchor of anchors) {
    const node = equal.get(contents.of(anchor).meaning)?.pop()
    if (node !== undefined) pair(anchor, node)
  }
  const isLeft = (node: Node): boolean => !used.has(node)
  const [others, rest] = [anchors.filter(isLeft), list.filter(isLeft)]
  if (others.length * rest.length > maxCompared) return
  const candidates = others.flatMap((anchor, from) =>
    rest.flatMap((node, to) => {
      if (!mayPair(anchor, node)) return []
      const alike = likeness(contents.of(anchor).parts, contents.of(node).parts)
      return [{ anchor, node, alike, moved: Math.abs(from - to) }]
    }),
  )
  for (const { anchor, node, alike } of candidates.toSorted((a, b) => b.alike - a.alike || a.moved - b.moved))
    if (alike >= 0.3 && isLeft(anchor) && isLeft(node)) pair(anchor, node)
}

/** What an entry holds: all that it means, and the parts by which it is likened to others. */
export interface Content {
  readonly meaning: string
  readonly parts: ReadonlySet<string>
}

/** Shared parts against all parts of the larger one. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const part of a) if (b.has(part)) shared += 1
  return shared / Math.max(a.size, b.size, 1)
}
