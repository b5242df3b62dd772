import type { Identity } from '../merge/identify/identity.ts'
import type { Node } from '../merge/read/node.ts'
import type { KeySpec, RuleNode } from '../type-rules.ts'

import { meaningOf } from '../merge/identify/meaning.ts'
import { compareText } from '../collation.ts'
import { keyOf } from '../merge/identify/identity.ts'
import { compareFolded, withMissing } from '../merge/order/order.ts'
import { sortTextOf } from './part-file.ts'

/** The elements of one name in two parts of a file. */
export interface TwoBlocks {
  readonly left: readonly Node[]
  readonly right: readonly Node[]
  readonly identity: Identity
  /** The rules below these elements. */
  readonly rules: RuleNode
}

/** One entry of either part under the name by which it is found in the other. */
interface Entry {
  readonly id: string
  readonly sortText: string
  readonly node: Node
}

/**
 * The elements of one name in both parts: an entry that both hold stands once. Where the parts say different things, the
 * right one is the newer.
 */
export function uniteBlock(blocks: TwoBlocks): readonly Node[] {
  const { left, right, identity } = blocks
  if (left.length === 0) return right
  if (right.length === 0) return left
  if (identity.kind !== 'keyed') return sameMeanings(blocks, left, right) ? left : right
  const young = entriesOf(blocks, right, identity.key)
  const old = withNewer(blocks, entriesOf(blocks, left, identity.key), young)
  const known = new Set(old.map(({ id }) => id))
  const missing = young.filter(({ id }) => !known.has(id))
  const all = missing.length === 0 ? old : inOrder({ old, young, missing }, identity.order === 'ordered')
  return all.map(({ node }) => node)
}

function sameMeanings({ rules }: TwoBlocks, left: readonly Node[], right: readonly Node[]): boolean {
  return (
    left.length === right.length &&
    left.every((node, index) => {
      const other = right[index]
      return other !== undefined && meaningOf(node, rules) === meaningOf(other, rules)
    })
  )
}

/** A key may stand twice in one part (several forms of a noun): then the entries are told apart by what they hold. */
function entriesOf({ rules }: TwoBlocks, nodes: readonly Node[], spec: KeySpec): Entry[] {
  const counts = new Map<string, number>()
  return nodes.map((node) => {
    const key = keyOf(node, spec) ?? `#${meaningOf(node, rules)}`
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return { id: count === 0 ? key : `${key}#${count}`, sortText: sortTextOf(node, spec), node }
  })
}

/** The old entries, those in the form of the young part of which it says something else. */
function withNewer({ rules }: TwoBlocks, old: readonly Entry[], young: readonly Entry[]): Entry[] {
  const newer = new Map(young.map((entry) => [entry.id, entry]))
  return old.map((entry) => {
    const other = newer.get(entry.id)
    return other === undefined || meaningOf(other.node, rules) === meaningOf(entry.node, rules)
      ? entry
      : other
  })
}

interface TwoLists {
  readonly old: readonly Entry[]
  readonly young: readonly Entry[]
  /** The entries that only the young list has. */
  readonly missing: readonly Entry[]
}

/**
 * As the service would have written them in one part, when both parts show how it sorts; else, and where their order means
 * something, behind their predecessors.
 */
function inOrder({ old, young, missing }: TwoLists, isMeant: boolean): Entry[] {
  const collation = isMeant
    ? undefined
    : [compareText, compareFolded].find((compare) => isSorted(old, compare) && isSorted(young, compare))
  if (collation !== undefined)
    return [...old, ...missing].toSorted((a, b) => collation(a.sortText, b.sortText))
  const byId = new Map([...young, ...old].map((entry) => [entry.id, entry]))
  const ids = withMissing({
    order: old.map(({ id }) => id),
    source: young.map(({ id }) => id),
    collation: null,
    keyOf: (id) => id,
    afterOthers: true,
  })
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function isSorted(entries: readonly Entry[], compare: (a: string, b: string) => number): boolean {
  return entries.every(
    ({ sortText }, index) => index === 0 || compare(entries[index - 1]?.sortText ?? '', sortText) <= 0,
  )
}
