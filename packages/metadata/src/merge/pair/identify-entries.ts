import type { ListRule, RuleNode } from '../../type-rules.ts'
import type { Keyed, KeyedRows } from '../identify/keyed-rows.ts'
import type { Node, Sides } from '../read/node.ts'
import type { Partners } from './pairing.ts'

import { meaningOf } from '../identify/meaning.ts'
import { BySource } from '../read/by-source.ts'
import { keyOf } from '../identify/identity.ts'
import { keyedRows } from '../identify/keyed-rows.ts'
import { mapSides } from '../read/node.ts'
import { pairRenamed } from './renamed.ts'
import { pairRepeated } from './repeated.ts'
import { isSameSlice } from '../read/sameness.ts'
import { pairUnkeyed } from './unkeyed.ts'

/** An entry of one version under the number by which it is found in the others. */
export interface Identified {
  /** From 0, below the number of different entries. */
  readonly id: number
  readonly key: string
  readonly node: Node
  /** Told apart by all it holds: a value that stands twice, or what is new and has no key or one that stands twice. */
  readonly isByContent: boolean
  /** The same bytes as in the base, gap included. */
  readonly isUntouched: boolean
}

/** By number of an entry: the entry in one version, nothing where that does not hold it. */
export type ById = readonly (Identified | undefined)[]

/** The entries of a keyed list in all versions. */
export interface Identification {
  readonly entries: Sides<readonly Identified[]>
  /** Each as long as there are different entries in all versions together. */
  readonly byId: Sides<ById>
  /** Keys that stand twice in a version. */
  readonly repeated: ReadonlySet<string>
}

/**
 * Says which entries of a keyed list are the same in all versions: those with one key; where a key stands twice, is missing
 * or is new on one side, those that are alike; else those that both sides brought and that hold the same. Nothing is ever
 * folded together.
 */
export function identify(sides: Sides<readonly Node[]>, list: ListRule, rules: RuleNode): Identification {
  const keyed = keyedRows(sides, list.key)
  const { rows, repeated } = keyed
  const partners = partnersOf(keyed, list, rules)
  const numbers = new EntryNumbers(keyed.size)
  const numberOf = ({ key, number }: Keyed): number | null =>
    key === null || repeated.has(key) ? null : number
  const base = rows.base.map((entry): Identified => {
    const id = numberOf(entry) ?? numbers.add()
    return { id, key: entry.key ?? '', node: entry.node, isByContent: false, isUntouched: true }
  })
  const contents = new BySource((node) => `${keyOf(node, list.key) ?? ''}#${meaningOf(node, rules)}`)
  const identified = (side: 'ours' | 'theirs'): Identified[] => {
    const copies = new Map<string, number>()
    return rows[side].map((entry): Identified => {
      const { node, key, isUntouched } = entry
      const known = base[partners[side][entry.place] ?? -1]
      if (known !== undefined) {
        const isByContent = !node.document.hasChildren(node.element)
        const isSame = isSameSlice(known.node, node)
        return { id: known.id, key: key ?? known.key, node, isByContent, isUntouched: isSame }
      }
      const id = numberOf(entry)
      if (id !== null) return { id, key: key ?? '', node, isByContent: false, isUntouched }
      const content = contents.of(node)
      const count = copies.get(content) ?? 0
      copies.set(content, count + 1)
      return { id: numbers.of(content, count), key: key ?? '', node, isByContent: true, isUntouched: false }
    })
  }
  const entries = { base, ours: identified('ours'), theirs: identified('theirs') }
  return { entries, byId: mapSides(entries, (row) => byId(row, numbers.size)), repeated }
}

/** Entries of the sides that are found in the base otherwise than by a key that stands once. */
function partnersOf(keyed: KeyedRows, list: ListRule, rules: RuleNode): Partners {
  const { rows } = keyed
  const partners = {
    ours: new Int32Array(rows.ours.length).fill(-1),
    theirs: new Int32Array(rows.theirs.length).fill(-1),
  }
  pairRepeated(partners, keyed, rules)
  pairUnkeyed(partners, rows, { spec: list.key, rules })
  pairRenamed(partners, rows, list)
  return partners
}

function byId(row: readonly Identified[], size: number): ById {
  const found = Array.from<Identified | undefined>({ length: size })
  row.forEach((entry) => {
    found[entry.id] = entry
  })
  return found
}

/** Numbers for entries that no key tells apart: those that both sides brought have one where they hold the same. */
class EntryNumbers {
  /** The first number that is free. */
  size: number
  readonly #known = new Map<string, number[]>()

  constructor(size: number) {
    this.size = size
  }

  /** A number of its own. */
  add(): number {
    this.size += 1
    return this.size - 1
  }

  /** The number of the copy that has so many before it in its version. */
  of(content: string, count: number): number {
    const copies = this.#known.get(content) ?? []
    this.#known.set(content, copies)
    const number = copies[count] ?? this.add()
    copies[count] = number
    return number
  }
}
