import type { Node } from '../merge/read/node.ts'
import type { KeySpec } from '../type-rules.ts'

import { align } from '../merge/pair/alignment.ts'
import { keyOf } from '../merge/identify/identity.ts'
import { notPlain, PlainKeys } from '../merge/identify/plain-keys.ts'

/** An element in both versions; null where it is absent. `key` names it among its likes. */
export interface NodePair {
  readonly before: Node | null
  readonly after: Node | null
  readonly key: string | null
}

/** The elements of one name in two versions, and how to compare what they hold. */
export interface TwoLists {
  readonly before: readonly Node[]
  readonly after: readonly Node[]
  readonly formOf: (node: Node) => string
}

/** Entries of one key in both versions. */
interface Group {
  readonly before: Node[]
  readonly after: Node[]
}

/** What no key begins with: entries without one are told apart by their form. */
const formMark = '\u0000'

/** Pairs entries by their keys. Where a key stands more than once, equal entries first, then in order. */
export function pairByKey(lists: TwoLists, spec: KeySpec): NodePair[] {
  return pairByPlainKey(lists, spec) ?? pairInGroups(lists, spec)
}

/** The same where every key is plain and stands once in a version, as in nearly all lists; null for others. */
function pairByPlainKey({ before, after }: TwoLists, spec: KeySpec): NodePair[] | null {
  const keys = PlainKeys.by(spec, before.length)
  if (keys === null) return null
  const isRepeated = ({ document, element }: Node, index: number): boolean =>
    keys.numberOf(document.source, element) !== index
  if (before.some(isRepeated)) return null
  const partners: Node[] = []
  const came: Node[] = []
  let usual = 0
  for (const node of after) {
    const { document, element } = node
    const next = keys.size
    // Nearly always the entry behind the one before: its key need not be looked up.
    const isUsual: boolean = usual < before.length && keys.isNumbered(usual, document.source, element)
    const number = isUsual ? usual : keys.numberOf(document.source, element)
    usual = number + 1
    if (number === next) came.push(node)
    else if (number === notPlain || number >= before.length || partners[number] !== undefined) return null
    else partners[number] = node
  }
  return [
    ...before.map((node, index) => ({
      before: node,
      after: partners[index] ?? null,
      key: keyOf(node, spec),
    })),
    ...came.map((node) => ({ before: null, after: node, key: keyOf(node, spec) })),
  ]
}

function pairInGroups(lists: TwoLists, spec: KeySpec): NodePair[] {
  const { formOf } = lists
  const groups = new Map<string, Group>()
  for (const side of ['before', 'after'] as const) {
    for (const node of lists[side]) {
      const key = keyOf(node, spec) ?? `${formMark}${formOf(node)}`
      const group = groups.get(key)
      if (group !== undefined) group[side].push(node)
      else groups.set(key, side === 'before' ? { before: [node], after: [] } : { before: [], after: [node] })
    }
  }
  const pairs: NodePair[] = []
  for (const [id, { before, after }] of groups) {
    const key = id.startsWith(formMark) ? null : id
    if (before.length < 2 && after.length < 2)
      pairs.push({ before: before[0] ?? null, after: after[0] ?? null, key })
    else for (const pair of pairByForm({ before, after, formOf })) pairs.push({ ...pair, key })
  }
  return pairs
}

/** Pairs equal entries wherever they stand, and the rest in order. */
export function pairByForm({ before, after, formOf }: TwoLists): NodePair[] {
  const waiting = new Map<string, Node[]>()
  for (const node of after) {
    const form = formOf(node)
    const alike = waiting.get(form)
    if (alike === undefined) waiting.set(form, [node])
    else alike.push(node)
  }
  const partners = new Map<Node, Node>()
  for (const node of before) {
    const partner = waiting.get(formOf(node))?.shift()
    if (partner !== undefined) partners.set(node, partner)
  }
  const taken = new Set(partners.values())
  return [
    ...[...partners].map(([a, b]) => ({ before: a, after: b, key: null })),
    ...zip(
      before.filter((node) => !partners.has(node)),
      after.filter((node) => !taken.has(node)),
    ),
  ]
}

/** Pairs the entries of a row without keys: equal ones in order, and what stands between these one after the other. */
export function pairInOrder({ before, after, formOf }: TwoLists): NodePair[] {
  const partner = align(before.map(formOf), after.map(formOf))
  const pairs: NodePair[] = []
  let from = { before: 0, after: 0 }
  const close = (to: typeof from): void => {
    const between = zip(before.slice(from.before, to.before), after.slice(from.after, to.after))
    for (const pair of between) pairs.push(pair)
  }
  before.forEach((node, index) => {
    const at = partner[index] ?? -1
    const other = after[at]
    if (at < 0 || other === undefined) return
    close({ before: index, after: at })
    pairs.push({ before: node, after: other, key: null })
    from = { before: index + 1, after: at + 1 }
  })
  close({ before: before.length, after: after.length })
  return pairs
}

function zip(before: readonly Node[], after: readonly Node[]): NodePair[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    before: before[index] ?? null,
    after: after[index] ?? null,
    key: null,
  }))
}
