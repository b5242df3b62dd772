import type { KeySpec, RuleNode } from '../type-rules.ts'
import type { Keyed } from './keyed-rows.ts'
import type { Node, Sides } from './node.ts'
import type { Content, Partners } from './pairing.ts'

import { textOf } from '../xml/text.ts'
import { alignSettled } from './alignment.ts'
import { waysOf } from './identity.ts'
import { meaningOf } from './node.ts'
import { BySource } from './by-source.ts'
import { pairAlike } from './pairing.ts'

/**
 * Finds in the base what entries are that no key finds there, because they have none on one side, or another kind of key
 * than before: a page saved by a newer version names items that went by their field. Those with a key in common, in whatever
 * way, are one; else, where one side has no key at all, the equal ones and then the likest.
 */
export function pairUnkeyed(
  { base, ours, theirs }: Sides<readonly Keyed[]>,
  spec: KeySpec,
  rules: RuleNode,
): Partners {
  const partners = new Map<Node, Node>()
  if (spec.kind !== 'fields' || isKeyed(spec, [base, ours, theirs])) return partners
  const hasWays = spec.alternatives.length > 1
  const contents = new BySource<Content>((node) => ({
    meaning: meaningOf(node, rules),
    parts: new Set(leavesOf(node, '')),
  }))
  for (const side of [ours, theirs]) {
    const placed = pairByPlace(partners, [base, side], (node) => contents.of(node).meaning)
    const left = without(base, side).filter(({ node }) => !placed.has(node))
    const right = without(side, base).filter(({ node }) => !partners.has(node))
    const used = hasWays ? pairByWays(partners, { left, right, spec }) : new Set<Node>()
    const keyless = new Set([...left, ...right].filter(({ key }) => key === null).map(({ node }) => node))
    pairAlike(
      {
        anchors: left.map(({ node }) => node).filter((node) => !used.has(node)),
        list: right.map(({ node }) => node).filter((node) => !partners.has(node)),
        contents,
        mayPair: (anchor, node) => keyless.has(anchor) || keyless.has(node),
      },
      (anchor, node) => partners.set(node, anchor),
    )
  }
  return partners
}

/** Pairs entries without key that hold the same and stand in the same place: of equal ones it counts which one went. */
function pairByPlace(
  partners: Map<Node, Node>,
  [base, side]: readonly [readonly Keyed[], readonly Keyed[]],
  meaningOfEntry: (node: Node) => string,
): ReadonlySet<Node> {
  const found = new Set<Node>()
  if (base.every(({ key }) => key !== null)) return found
  const texts = (row: readonly Keyed[]): string[] =>
    row.map(({ node, number }) => (number === -1 ? meaningOfEntry(node) : String(number)))
  for (const [place, partner] of alignSettled(texts(base), texts(side)).entries()) {
    const [anchor, entry] = [base[place], side[partner]]
    if (anchor?.key !== null || entry === undefined) continue
    partners.set(entry.node, anchor.node)
    found.add(anchor.node)
  }
  return found
}

/** Whether all entries have a key, and all in one way. */
function isKeyed(spec: KeySpec & { readonly kind: 'fields' }, sides: readonly (readonly Keyed[])[]): boolean {
  const all = sides.flat()
  return all.every(({ key }) => key !== null) && spec.alternatives.length === 1
}

/** Entries that the other row has not under the same key. */
function without(row: readonly Keyed[], other: readonly Keyed[]): Keyed[] {
  const known = new Set(other.map(({ number }) => number))
  return row.filter(({ number }) => number === -1 || !known.has(number))
}

interface Unpaired {
  readonly left: readonly Keyed[]
  readonly right: readonly Keyed[]
  readonly spec: KeySpec
}

/** Pairs entries that have the same key in the first way in which both have one; gives those of the base that it found. */
function pairByWays(partners: Map<Node, Node>, { left, right, spec }: Unpaired): ReadonlySet<Node> {
  const used = new Set<Node>()
  const byKey = new Map<string, Set<Keyways>>()
  for (const { node } of right) {
    const entry = { node, ways: waysOf(node, spec) }
    for (const name of namesOf(entry.ways)) {
      const others = byKey.get(name)
      if (others === undefined) byKey.set(name, new Set([entry]))
      else others.add(entry)
    }
  }
  for (const { node: anchor } of left) {
    const ways = waysOf(anchor, spec)
    const names = namesOf(ways)
    const found = firstOf(
      names.map((name) => byKey.get(name)),
      ({ ways: other }) => isSameKey(ways, other),
    )
    if (found === undefined) continue
    for (const name of namesOf(found.ways)) byKey.get(name)?.delete(found)
    partners.set(found.node, anchor)
    used.add(anchor)
  }
  return used
}

interface Keyways {
  readonly node: Node
  readonly ways: Ways
}

function firstOf(
  groups: readonly (ReadonlySet<Keyways> | undefined)[],
  isFound: (entry: Keyways) => boolean,
): Keyways | undefined {
  for (const group of groups) for (const entry of group ?? []) if (isFound(entry)) return entry
  return undefined
}

/** The keys of an entry, one for each way. */
type Ways = readonly (string | null)[]

function namesOf(ways: Ways): string[] {
  return ways.flatMap((key, way) => (key === null ? [] : [`${way} ${key}`]))
}

/** Whether the first way in which both have a key says the same. */
function isSameKey(a: Ways, b: Ways): boolean {
  const shared = a.findIndex((key, way) => key !== null && (b[way] ?? null) !== null)
  return shared !== -1 && a[shared] === b[shared]
}

/** What an entry holds, a text for each leaf: `/name/child=text`. */
export function leavesOf({ document, element }: Node, path: string): string[] {
  const here = `${path}/${document.nameOf(element)}`
  if (!document.hasChildren(element)) return [`${here}=${textOf(document, element)}`]
  return document
    .childrenOf(element)
    .flatMap((child) => leavesOf({ document, element: child, gap: '' }, here))
}
