import type { KeySpec, RuleNode } from '../../type-rules.ts'
import type { Keyed } from '../identify/keyed-rows.ts'
import type { Node, Sides } from '../read/node.ts'
import type { Partners, Unpaired } from './pairing.ts'

import { meaningOf } from '../identify/meaning.ts'
import { textOf } from '../../xml/text.ts'
import { alignSettled } from './alignment.ts'
import { waysOf } from '../identify/identity.ts'
import { BySource } from '../read/by-source.ts'
import { pairEqual, pairMostSimilar } from './pairing.ts'

/**
 * Finds in the base what entries are that no key finds there, because they have none on one side, or another kind of key
 * than before: a page saved by a newer version names items that went by their field. Those with a key in common, in whatever
 * way, are one; else, where one side has no key at all, the equal ones and then the most similar.
 */
export function pairUnkeyed(
  partners: Partners,
  { base, ours, theirs }: Sides<readonly Keyed[]>,
  { spec, rules }: { readonly spec: KeySpec; readonly rules: RuleNode },
): void {
  if (spec.kind !== 'fields' || isKeyed(spec, [base, ours, theirs])) return
  const hasWays = spec.alternatives.length > 1
  const meanings = new BySource((node) => meaningOf(node, rules))
  const parts = new BySource<ReadonlySet<string>>((node) => new Set(leavesOf(node, '')))
  for (const [found, side] of [
    [partners.ours, ours],
    [partners.theirs, theirs],
  ] as const) {
    pairByPlace(found, { anchors: base, list: side }, meanings)
    const left = { anchors: without(base, side), list: without(side, base) }
    if (hasWays) pairByWays(found, unpaired(found, left), spec)
    const rest = pairEqual(found, unpaired(found, left), meanings)
    pairMostSimilar(found, { ...rest, mayPair: isAnyKeyless }, parts)
  }
}

function isAnyKeyless(anchor: Keyed, entry: Keyed): boolean {
  return anchor.key === null || entry.key === null
}

/** Those of some entries that have no partner yet. */
function unpaired(partners: Int32Array, { anchors, list }: Unpaired): Unpaired {
  const used = new Set(partners)
  return {
    anchors: anchors.filter(({ place }) => !used.has(place)),
    list: list.filter(({ place }) => partners[place] === -1),
  }
}

/** Pairs entries without key that hold the same and stand in the same place: of equal ones it counts which one went. */
function pairByPlace(partners: Int32Array, { anchors, list }: Unpaired, meanings: BySource<string>): void {
  if (anchors.every(({ key }) => key !== null)) return
  const texts = (row: readonly Keyed[]): string[] =>
    row.map(({ node, number }) => (number === -1 ? meanings.of(node) : String(number)))
  for (const [place, partner] of alignSettled(texts(anchors), texts(list)).entries())
    if (partner !== -1 && anchors[place]?.key === null) partners[partner] = place
}

/** Whether all entries have a key, and all in one way. */
function isKeyed(spec: KeySpec & { readonly kind: 'fields' }, sides: readonly (readonly Keyed[])[]): boolean {
  return spec.alternatives.length === 1 && sides.every((row) => row.every(({ key }) => key !== null))
}

/** Entries that the other row has not under the same key. */
function without(row: readonly Keyed[], other: readonly Keyed[]): Keyed[] {
  const known = new Set(other.map(({ number }) => number))
  return row.filter(({ number }) => number === -1 || !known.has(number))
}

/** Pairs entries that have the same key in the first way in which both have one. */
function pairByWays(partners: Int32Array, { anchors, list }: Unpaired, spec: KeySpec): void {
  const byKey = new Map<string, Set<Keyways>>()
  for (const { node, place } of list) {
    const entry = { place, ways: waysOf(node, spec) }
    for (const name of namesOf(entry.ways)) {
      const others = byKey.get(name)
      if (others === undefined) byKey.set(name, new Set([entry]))
      else others.add(entry)
    }
  }
  for (const { node, place } of anchors) {
    const ways = waysOf(node, spec)
    const found = firstOf(
      namesOf(ways).map((name) => byKey.get(name)),
      ({ ways: other }) => isSameKey(ways, other),
    )
    if (found === undefined) continue
    for (const name of namesOf(found.ways)) byKey.get(name)?.delete(found)
    partners[found.place] = place
  }
}

interface Keyways {
  readonly place: number
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
