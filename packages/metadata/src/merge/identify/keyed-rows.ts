import type { KeySpec } from '../../type-rules.ts'
import type { Node, Sides } from '../read/node.ts'

import { keyOf, refinedKeyOf } from './identity.ts'
import { isSameSlice } from '../read/sameness.ts'

/** An entry with its key and the key's number; null and -1 when the children that make it up are missing. */
export interface Keyed {
  readonly node: Node
  /** From 0; where it stands in its row. */
  readonly place: number
  readonly key: string | null
  /** From 0; the same in all versions. */
  readonly number: number
  /** The same bytes as in the base, gap included. */
  readonly isUntouched: boolean
}

/** The entries of a keyed list in all versions, with their keys. */
export interface KeyedRows {
  readonly rows: Sides<readonly Keyed[]>
  /** Number of different keys in all versions together. */
  readonly size: number
  /** Keys that stand twice in a version. */
  readonly repeated: ReadonlySet<string>
}

/**
 * Reads the keys of all entries. Those that stand twice in a version are refined in all of them, and so are those that both sides
 * brought, each otherwise: two entries.
 */
export function keyedRows(sides: Sides<readonly Node[]>, spec: KeySpec): KeyedRows {
  const plain = rowsBy(sides, (node) => keyOf(node, spec))
  if (spec.kind !== 'fields' || spec.refinement.length === 0) return plain
  const refined = new Set([...plain.repeated, ...broughtApart(plain.rows, spec)])
  if (refined.size === 0) return plain
  return rowsBy(sides, (node) => {
    const key = keyOf(node, spec)
    return key !== null && refined.has(key) ? refinedKeyOf(node, spec) : key
  })
}

/** Keys that both sides brought with another refinement. */
function broughtApart({ base, ours, theirs }: Sides<readonly Keyed[]>, spec: KeySpec): string[] {
  const known = new Set(base.map(({ key }) => key))
  const refined = new Map(ours.map(({ key, node }) => [key, refinedKeyOf(node, spec)]))
  return theirs.flatMap(({ key, node }) => {
    if (key === null || known.has(key) || !refined.has(key)) return []
    return refined.get(key) === refinedKeyOf(node, spec) ? [] : [key]
  })
}

type KeyOf = (node: Node) => string | null

function rowsBy(sides: Sides<readonly Node[]>, keyOfNode: KeyOf): KeyedRows {
  const numbers = new Map<string, number>()
  const base = keyedRow(sides.base, { keyOfNode, numbers, base: [] })
  const ours = keyedRow(sides.ours, { keyOfNode, numbers, base })
  const theirs = keyedRow(sides.theirs, { keyOfNode, numbers, base })
  const size = numbers.size
  const repeated = new Set([base, ours, theirs].flatMap((row) => repeatedKeys(row, size)))
  return { rows: { base, ours, theirs }, size, repeated }
}

interface Keying {
  readonly keyOfNode: KeyOf
  /** The number of each key so far. */
  readonly numbers: Map<string, number>
  /** The row that this one is a version of. */
  readonly base: readonly Keyed[]
}

/**
 * The entries with their keys. Most stand as in the base, one behind the other: these are known by their bytes,
 * and their keys are not read again.
 */
function keyedRow(nodes: readonly Node[], { keyOfNode, numbers, base }: Keying): Keyed[] {
  const places = new Int32Array(numbers.size).fill(-1)
  base.forEach(({ number, place }) => {
    if (number !== -1) places[number] = place
  })
  let expected = 0
  return nodes.map((node, place): Keyed => {
    const match = base[expected]
    if (match !== undefined && isSameSlice(match.node, node)) {
      expected += 1
      return { node, place, key: match.key, number: match.number, isUntouched: true }
    }
    const key = keyOfNode(node)
    if (key === null) return { node, place, key, number: -1, isUntouched: false }
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    const known = match?.number === number ? match : base[places[number] ?? -1]
    if (known !== undefined) expected = known.place + 1
    return { node, place, key, number, isUntouched: known !== undefined && isSameSlice(known.node, node) }
  })
}

function repeatedKeys(row: readonly Keyed[], size: number): string[] {
  const seen = new Uint8Array(size)
  const repeated: string[] = []
  row.forEach(({ key, number }) => {
    if (key === null) return
    if (seen[number] === 1) repeated.push(key)
    seen[number] = seen[number] === 0 ? 1 : 2
  })
  return repeated
}

/** The entries of some keys, by key. */
export function groupByKey<T extends { readonly key: string | null }>(
  row: readonly T[],
  keys: ReadonlySet<string>,
): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  row.forEach((entry) => {
    if (entry.key === null || !keys.has(entry.key)) return
    const group = groups.get(entry.key)
    if (group === undefined) groups.set(entry.key, [entry])
    else group.push(entry)
  })
  return groups
}
