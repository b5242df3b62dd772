import type { ListRule } from '../type-rules.ts'
import type { Keyed } from './keyed-rows.ts'
import type { Node, Sides } from './node.ts'
import type { Partners } from './pairing.ts'

import { alignNumbers } from './alignment.ts'
import { nameOf } from './node.ts'
import { leavesOf } from './unkeyed.ts'

/** Entries of fewer values, or of flat ones, may say the same by chance. */
const fewestValues = 3

/**
 * Finds entries that one side gave another key, while the other side changed what they hold: the new one stands where the old one
 * stood and says, but for its key, word for word what that one says and no other. Anything less would be a guess. In a sorted
 * list a place says nothing, and another name is another thing.
 */
export function pairRenamed(
  { base, ours, theirs }: Sides<readonly Keyed[]>,
  { key: spec, order }: ListRule,
): Partners {
  const partners = new Map<Node, Node>()
  if (spec.kind !== 'fields' || order === 'sorted' || order === 'sortedIgnoringCase') return partners
  const keyPaths = spec.alternatives.flat().map(({ path }) => path.join('/'))
  for (const [side, other] of [
    [ours, theirs],
    [theirs, ours],
  ] as const) {
    const inSide = numbersOf(side)
    const changed = numbersOf(other.filter(({ isUntouched }) => !isUntouched))
    const isLeft = ({ number }: Keyed): boolean => !inSide.has(number) && changed.has(number)
    if (!base.some(isLeft)) continue
    const known = new Set([...numbersOf(base), ...numbersOf(other)])
    const [before, after] = [restsOf(base, keyPaths), restsOf(side, keyPaths)]
    for (const [old, entry] of exchanged(base, side)) {
      const rest = before.get(old.node)
      const isSame = rest !== undefined && rest === after.get(entry.node)
      if (isSame && isLeft(old) && entry.key !== null && !known.has(entry.number))
        partners.set(entry.node, old.node)
    }
  }
  return partners
}

function numbersOf(row: readonly Keyed[]): ReadonlySet<number> {
  return new Set(row.flatMap(({ number }) => (number === -1 ? [] : [number])))
}

function inNumbers(row: readonly Keyed[]): Int32Array {
  return Int32Array.from(row, ({ number }) => number)
}

/** Entries of the base with what stands in their place: between the same two neighbours there are as many others. */
function exchanged(base: readonly Keyed[], side: readonly Keyed[]): (readonly [Keyed, Keyed])[] {
  const partners = [...alignNumbers(inNumbers(base), inNumbers(side)), side.length]
  const pairs: (readonly [Keyed, Keyed])[] = []
  let [from, at] = [0, 0]
  for (const [place, partner] of partners.entries()) {
    if (partner === -1) continue
    if (place - from === partner - at)
      base.slice(from, place).forEach((old, index) => {
        const entry = side[at + index]
        if (entry !== undefined) pairs.push([old, entry])
      })
    ;[from, at] = [place + 1, partner + 1]
  }
  return pairs
}

/** What entries say beside their keys, where that is enough to know one by and no other of the row says it. */
function restsOf(row: readonly Keyed[], keyPaths: readonly string[]): ReadonlyMap<Node, string> {
  const byRest = new Map<string, Node | null>()
  for (const { node } of row) {
    const rest = restOf(node, keyPaths)
    if (rest !== null) byRest.set(rest, byRest.has(rest) ? null : node)
  }
  return new Map([...byRest].flatMap(([rest, node]) => (node === null ? [] : [[node, rest]])))
}

function restOf(node: Node, keyPaths: readonly string[]): string | null {
  const keys = keyPaths.map((path) => `/${nameOf(node)}/${path}=`)
  const leaves = leavesOf(node, '').filter((leaf) => !keys.some((key) => leaf.startsWith(key)))
  const values = leaves.filter((leaf) => !/=(?:true|false)?$/u.test(leaf))
  const isParent = leaves.some((leaf) => (leaf.split('=')[0] ?? '').split('/').length > 3)
  return values.length < fewestValues || !isParent ? null : leaves.join('\n')
}
