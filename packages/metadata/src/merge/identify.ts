import type { ListRule, RuleNode } from '../type-rules.ts'
import type { Keyed } from './keyed-rows.ts'
import type { Node, Sides } from './node.ts'

import { BySource } from './by-source.ts'
import { keyOf } from './identity.ts'
import { keyedRows } from './keyed-rows.ts'
import { meaningOf } from './node.ts'
import { pairRenamed } from './renamed.ts'
import { pairRepeated } from './repeated.ts'
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

/**
 * Says which entries of a keyed list are the same in all versions: those with one key; where a key stands twice, is missing
 * or is new on one side, those that are alike; else those that hold the same. Nothing is ever folded together.
 */
export function identify(sides: Sides<readonly Node[]>, list: ListRule, rules: RuleNode): Identification {
  const { key: spec } = list
  const keyed = keyedRows(sides, spec)
  const { rows, repeated } = keyed
  const partners = pairRepeated(keyed, rules)
  for (const pairs of [pairUnkeyed(rows, spec, rules), pairRenamed(rows, list)])
    for (const [node, anchor] of pairs) partners.set(node, anchor)
  const found = new Set(partners.values())
  const contents = new BySource((node) => `${keyOf(node, spec) ?? ''}#${meaningOf(node, rules)}`)
  const numbers = new CopyNumbers(keyed.size)
  const inBase = new Map<Node, Identified>()
  const identified = (row: readonly Keyed[]): Identified[] => {
    const counts = new Map<string, number>()
    return row.map(({ node, key, number, isUntouched }): Identified => {
      const anchor = partners.get(node)
      const partner = anchor && inBase.get(anchor)
      if (partner === undefined && key !== null && !repeated.has(key))
        return { id: number, key, node, isByContent: false, isUntouched }
      const content = contents.of(node)
      const count = counts.get(content) ?? 0
      counts.set(content, count + 1)
      if (partner !== undefined)
        return { id: partner.id, key: key ?? partner.key, node, isByContent: false, isUntouched: false }
      const id = numbers.of(content, count)
      return { id, key: key ?? '', node, isByContent: !found.has(node), isUntouched: false }
    })
  }
  const base = identified(rows.base)
  for (const entry of base) if (found.has(entry.node)) inBase.set(entry.node, entry)
  const [ours, theirs] = [identified(rows.ours), identified(rows.theirs)]
  return { entries: { base, ours, theirs }, repeated, size: numbers.next }
}

/** Numbers for entries that are told apart by what they hold: one for each of those that hold the same. */
class CopyNumbers {
  /** The first number that is free. */
  next: number
  readonly #known = new Map<string, number[]>()

  constructor(first: number) {
    this.next = first
  }

  /** The number of the copy that has so many before it in its version. */
  of(content: string, count: number): number {
    const copies = this.#known.get(content) ?? []
    this.#known.set(content, copies)
    const known = copies[count]
    if (known !== undefined) return known
    copies[count] = this.next
    this.next += 1
    return this.next - 1
  }
}
