import type { ListRule } from '../../type-rules.ts'
import type { Keyed } from '../identify/keyed-rows.ts'
import type { Node, Sides } from '../read/node.ts'
import type { Partners } from './pairing.ts'

import { alignNumbers } from './alignment.ts'
import { keyPathsOf } from '../identify/identity.ts'
import { nameOf } from '../read/node.ts'
import { leavesOf } from './unkeyed.ts'

/** Entries of fewer values, or of flat ones, may say the same by chance. */
const fewestValues = 3

/**
 * Finds entries that one side gave another key, while the other side changed what they hold or took them away: the new one stands where the old one
 * stood and says, but for its key, word for word what that one says, and where several came in one place, what no other says.
 * Anything less would be a guess. In a sorted list a place says nothing, and another name is another thing. What was found
 * otherwise stays so: two entries of a side are never one of the base.
 */
export function pairRenamed(
  partners: Partners,
  { base, ours, theirs }: Sides<readonly Keyed[]>,
  { key: spec, order }: ListRule,
): void {
  if (spec.kind !== 'fields' || order === 'sorted' || order === 'sortedIgnoringCase') return
  const keyPaths = keyPathsOf(spec)
  for (const [found, side, other] of [
    [partners.ours, ours, theirs],
    [partners.theirs, theirs, ours],
  ] as const) {
    const inSide = numbersOf(side)
    const taken = new Set(found)
    const unchanged = numbersOf(other.filter(({ isUntouched }) => isUntouched))
    const isLeft = ({ number, place }: Keyed): boolean =>
      !inSide.has(number) && !unchanged.has(number) && !taken.has(place)
    if (!base.some(isLeft)) continue
    const known = new Set([...numbersOf(base), ...numbersOf(other)])
    const [before, after] = [restsOf(base, keyPaths), restsOf(side, keyPaths)]
    const [onceBefore, onceAfter] = [standingOnce(before), standingOnce(after)]
    for (const { old, entry, isAlone } of exchanged(base, side)) {
      const rest = before.get(old.node)
      if (rest === undefined || rest !== after.get(entry.node)) continue
      const isNew = entry.key !== null && !known.has(entry.number) && found[entry.place] === -1
      if (isNew && isLeft(old) && (isAlone || (onceBefore.has(rest) && onceAfter.has(rest))))
        found[entry.place] = old.place
    }
  }
}

function numbersOf(row: readonly Keyed[]): ReadonlySet<number> {
  return new Set(row.flatMap(({ number }) => (number === -1 ? [] : [number])))
}

function inNumbers(row: readonly Keyed[]): Int32Array {
  return Int32Array.from(row, ({ number }) => number)
}

/** An entry of the base and what stands in its place. */
interface Exchange {
  readonly old: Keyed
  readonly entry: Keyed
  /** Whether no others beside them came and went. */
  readonly isAlone: boolean
}

/** What one row has in the place of the other: between the same two neighbours there are as many others. */
function exchanged(base: readonly Keyed[], side: readonly Keyed[]): Exchange[] {
  const partners = [...alignNumbers(inNumbers(base), inNumbers(side)), side.length]
  const pairs: Exchange[] = []
  let [from, at] = [0, 0]
  for (const [place, partner] of partners.entries()) {
    if (partner === -1) continue
    const isAlone = place - from === 1
    if (place - from === partner - at)
      base.slice(from, place).forEach((old, index) => {
        const entry = side[at + index]
        if (entry !== undefined) pairs.push({ old, entry, isAlone })
      })
    ;[from, at] = [place + 1, partner + 1]
  }
  return pairs
}

/** What entries say beside their keys, where that is enough to know one by. */
function restsOf(row: readonly Keyed[], keyPaths: readonly string[]): ReadonlyMap<Node, string> {
  return new Map(
    row.flatMap(({ node }) => {
      const rest = restOf(node, keyPaths)
      return rest === null ? [] : [[node, rest]]
    }),
  )
}

function standingOnce(rests: ReadonlyMap<Node, string>): ReadonlySet<string> {
  const [once, seen] = [new Set<string>(), new Set<string>()]
  for (const rest of rests.values()) {
    if (seen.has(rest)) once.delete(rest)
    else once.add(rest)
    seen.add(rest)
  }
  return once
}

function restOf(node: Node, keyPaths: readonly string[]): string | null {
  const keys = keyPaths.map((path) => `/${nameOf(node)}/${path}=`)
  const leaves = leavesOf(node, '').filter((leaf) => !keys.some((key) => leaf.startsWith(key)))
  const values = leaves.filter((leaf) => !/=(?:true|false)?$/u.test(leaf))
  const isParent = leaves.some((leaf) => (leaf.split('=')[0] ?? '').split('/').length > 3)
  return values.length < fewestValues || !isParent ? null : leaves.join('\n')
}
