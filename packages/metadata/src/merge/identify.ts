import type { KeySpec, RuleNode } from '../type-rules.ts'
import type { Node, Sides } from './node.ts'

import { keyOf } from './identity.ts'
import { meaningOf } from './node.ts'
import { pairRepeated } from './repeated.ts'
import { isSameSlice } from './sameness.ts'
import { pairUnkeyed } from './unkeyed.ts'

/** An entry of one version under the number by which it is found in the others. */
export interface Identified {
  /** From 0, below the number of names. */
  readonly id: number
  readonly key: string
  readonly node: Node
  /** Told apart by all it holds, because its key is missing or stands twice. */
  readonly isByContent: boolean
  /** The same bytes as in the base, gap included. */
  readonly isUntouched: boolean
}

/** The entries of a keyed list in all versions. */
export interface Identification {
  readonly entries: Sides<Identified[]>
  /** Keys that stand twice in a version. */
  readonly repeated: ReadonlySet<string>
  /** Number of different entries in all versions together. */
  readonly size: number
}

/** An entry with its key and the key's number; null and -1 when the children that make it up are missing. */
interface Keyed {
  readonly node: Node
  readonly key: string | null
  readonly number: number
  readonly isUntouched: boolean
}

/**
 * Names for the entries of a keyed list in all versions. Keys that stand twice in a version, and entries without a key,
 * are told apart by what they hold: nothing is ever folded together.
 */
export function identify(sides: Sides<readonly Node[]>, spec: KeySpec, rules: RuleNode): Identification {
  const numbers = new Map<string, number>()
  const inBase = keyedRow(sides.base, { spec, numbers, base: [] })
  const keyed = {
    base: inBase,
    ours: keyedRow(sides.ours, { spec, numbers, base: inBase }),
    theirs: keyedRow(sides.theirs, { spec, numbers, base: inBase }),
  }
  const repeated = repeatedKeys(keyed, numbers.size)
  const pairs = pairRepeated(keyed, repeated, rules)
  const partners = pairUnkeyed(keyed, spec)
  const found = new Set(partners.values())
  const known = new Map<Node, Identified>()
  const contents = new Map<string, number>()
  const numberOf = (content: string): number => {
    const id = contents.get(content) ?? numbers.size + contents.size
    contents.set(content, id)
    return id
  }
  const identified = (list: readonly Keyed[]): Identified[] => {
    const counts = new Map<string, number>()
    return list.map(({ node, key, number, isUntouched }): Identified => {
      const partner = known.get(partners.get(node) ?? node)
      const entry = { key: key ?? '', node, isUntouched: false }
      if (partner === undefined && key !== null && !repeated.has(key))
        return { id: number, key, node, isByContent: false, isUntouched }
      const pair = pairs.get(node)
      if (partner === undefined && pair !== undefined)
        return { ...entry, id: numberOf(pair), isByContent: false }
      const content = `#${key ?? ''}#${meaningOf(node, rules)}`
      const count = counts.get(content) ?? 0
      counts.set(content, count + 1)
      return partner === undefined
        ? { ...entry, id: numberOf(`${content}#${count}`), isByContent: !found.has(node) }
        : { ...entry, id: partner.id, key: key ?? partner.key, isByContent: false }
    })
  }
  const base = identified(keyed.base)
  if (partners.size > 0) for (const entry of base) known.set(entry.node, entry)
  return {
    entries: { base, ours: identified(keyed.ours), theirs: identified(keyed.theirs) },
    repeated,
    size: numbers.size + contents.size,
  }
}

interface Keying {
  readonly spec: KeySpec
  /** The number of each key so far. */
  readonly numbers: Map<string, number>
  /** The row that this one is a version of. */
  readonly base: readonly Keyed[]
}

/**
 * The entries with their keys. Most stand as in the base, one behind the other: these are known by their bytes,
 * and their keys are not read again.
 */
function keyedRow(nodes: readonly Node[], { spec, numbers, base }: Keying): Keyed[] {
  const places = new Map<number, number>()
  base.forEach(({ number }, place) => places.set(number, place))
  let expected = 0
  return nodes.map((node): Keyed => {
    const twin = base[expected]
    if (twin !== undefined && isSameSlice(twin.node, node)) {
      expected += 1
      return { node, key: twin.key, number: twin.number, isUntouched: true }
    }
    const key = keyOf(node, spec)
    if (key === null) return { node, key, number: -1, isUntouched: false }
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    const place = places.get(number)
    const known = place === undefined ? undefined : base[place]
    if (place !== undefined) expected = place + 1
    return { node, key, number, isUntouched: known !== undefined && isSameSlice(known.node, node) }
  })
}

function repeatedKeys(keyed: Sides<readonly Keyed[]>, size: number): Set<string> {
  const repeated = new Set<string>()
  for (const list of [keyed.base, keyed.ours, keyed.theirs]) {
    const seen = new Uint8Array(size)
    for (const { key, number } of list) {
      if (key === null) continue
      if (seen[number] === 1) repeated.add(key)
      seen[number] = 1
    }
  }
  return repeated
}
