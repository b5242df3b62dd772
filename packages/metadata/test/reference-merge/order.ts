import type { ListOrder } from '../../src/type-rules.ts'
import type { Sides } from './read.ts'

import { compareText } from '../../src/collation.ts'
import { each } from './read.ts'

/** By place in one row, the place of an equal entry in the other row, or -1: equal ends first, as many as possible between. */
export function align(before: readonly string[], after: readonly string[]): number[] {
  const partners = before.map(() => -1)
  const shorter = Math.min(before.length, after.length)
  let [start, end] = [0, 0]
  for (; start < shorter && before[start] === after[start]; start += 1) partners[start] = start
  for (; end < shorter - start && before.at(-1 - end) === after.at(-1 - end); end += 1)
    partners[before.length - 1 - end] = after.length - 1 - end
  const middle = (row: readonly string[]): readonly string[] => row.slice(start, row.length - end)
  for (const [from, to] of shortestEdit(middle(before), middle(after))) partners[start + from] = start + to
  return partners
}

/** The pairs that the shortest edit script keeps (Myers, "An O(ND) Difference Algorithm and Its Variations"). */
function shortestEdit(before: readonly string[], after: readonly string[]): [number, number][] {
  /** How far each diagonal was reached, before each step. */
  const reached = [new Map([[1, 0]])]
  const furthest = (diagonal: number, step: number): number => reached[step]?.get(diagonal) ?? -1
  const previous = (diagonal: number, step: number): number =>
    diagonal === -step || (diagonal !== step && furthest(diagonal - 1, step) < furthest(diagonal + 1, step))
      ? diagonal + 1
      : diagonal - 1
  const isEqual = (x: number, y: number): boolean =>
    x < before.length && y < after.length && before[x] === after[y]
  let isDone = false
  for (let step = 0; !isDone; step += 1) {
    // Rows with more differences are paired at their ends only.
    if (step > 2000) return []
    const next = new Map<number, number>()
    for (let diagonal = -step; diagonal <= step && !isDone; diagonal += 2) {
      const from = previous(diagonal, step)
      let x = furthest(from, step) + (from < diagonal ? 1 : 0)
      while (isEqual(x, x - diagonal)) x += 1
      next.set(diagonal, x)
      isDone = x >= before.length && x - diagonal >= after.length
    }
    reached.push(next)
  }
  const pairs: [number, number][] = []
  let [x, y] = [before.length, after.length]
  for (let step = reached.length - 2; step >= 0; step -= 1) {
    const from = previous(x - y, step)
    const [toX, toY] = [furthest(from, step), furthest(from, step) - from]
    for (; x > Math.max(toX, 0) && y > Math.max(toY, 0) && isEqual(x - 1, y - 1); x -= 1, y -= 1)
      pairs.push([x - 1, y - 1])
    ;[x, y] = [toX, toY]
  }
  return pairs
}

/** A part of three rows in which all agree, or something differs: from its first place up to its end. */
export interface Chunk {
  readonly isStable: boolean
  readonly from: Sides<number>
  readonly to: Sides<number>
}

/** Divides three rows into such parts, in order. */
export function chunksOf({ base, ours, theirs }: Orders): Chunk[] {
  const [toOurs, toTheirs] = [align(base, ours), align(base, theirs)]
  const chunks: Chunk[] = []
  let from = { base: 0, ours: 0, theirs: 0 }
  const take = (isStable: boolean, to: Sides<number>): void => {
    if (to.base + to.ours + to.theirs > from.base + from.ours + from.theirs)
      chunks.push({ isStable, from, to })
    from = { ...to }
  }
  for (let place = 0; place < base.length; place += 1) {
    const [mine, other] = [toOurs[place] ?? -1, toTheirs[place] ?? -1]
    if (mine === -1 || other === -1) continue
    take(false, { base: place, ours: mine, theirs: other })
    let count = 1
    while (toOurs[place + count] === mine + count && toTheirs[place + count] === other + count) count += 1
    take(true, { base: place + count, ours: mine + count, theirs: other + count })
    place += count - 1
  }
  take(false, { base: base.length, ours: ours.length, theirs: theirs.length })
  return chunks
}

/** How the keys of a list compare. */
type Collation = (a: string, b: string) => number

/** What tells the entries of a list apart, in the order of each version. */
export type Orders = Sides<readonly string[]>

const compareFolded = (a: string, b: string): number => compareText(a.toLowerCase(), b.toLowerCase())

/** The collation that a row of keys follows; null where it is not kept sorted by key. */
export function collationOf(keys: readonly string[]): Collation | null {
  const isRising = (compare: Collation): boolean =>
    keys.every((key, at) => at === 0 || compare(keys[at - 1] ?? '', key) <= 0)
  return [compareText, compareFolded].find(isRising) ?? null
}

/** What the keys show where there are enough of them; else what the rule says. */
function collationFor(keys: readonly string[], order: ListOrder): Collation | null {
  const seen = collationOf(keys)
  if (order === 'ordered' || (seen !== null && keys.length > 2)) return order === 'ordered' ? null : seen
  if (order === 'sorted') return compareText
  return order === 'sortedIgnoringCase' ? compareFolded : seen
}

/** Whether what two rows share stands in one order. */
function hasSameOrder(a: readonly string[], b: readonly string[]): boolean {
  const left = a.filter((key) => b.includes(key))
  return b.filter((key) => a.includes(key)).every((key, at) => key === left[at])
}

/**
 * An order with what only `source` has, each behind the entry that precedes it there; `staysBefore` says whether an entry
 * of the order alone that stands in that place stays before the new one.
 */
export function insertMissing(
  order: readonly string[],
  source: readonly string[],
  staysBefore: (other: string, key: string) => boolean,
): string[] {
  const merged = [...order]
  const shared = source.filter((key) => order.includes(key))
  const others = order.filter((key) => source.includes(key))
  const last = shared.at(-1) ?? ''
  const isEndMoved = shared.length > 0 && others[others.indexOf(last) - 1] !== shared.at(-2)
  let at = 0
  for (const [place, key] of source.entries()) {
    // Behind everything is a place of its own, wherever the other side moved the last entry to.
    if (isEndMoved && place === source.indexOf(last) + 1) at = merged.indexOf(others.at(-1) ?? '') + 1
    if (order.includes(key)) at = merged.indexOf(key)
    else {
      for (let next = merged[at]; next !== undefined && !source.includes(next); next = merged[at]) {
        if (!staysBefore(next, key)) break
        at += 1
      }
      merged.splice(at, 0, key)
    }
    at += 1
  }
  return merged
}

/** Merges the order: that of the side that changed it; where both did, pair by pair. Gives the runs that contradict themselves too. */
export function mergeOrder(
  keys: Orders,
  order: ListOrder,
  isShown: boolean,
): { order: string[]; runs: readonly string[][] } {
  const { base, ours, theirs } = keys
  const isOrdered = order === 'ordered'
  const asked = isOrdered ? addedApart(keys, isShown) : null
  const behindGone = new Set([...addedBehindGone(base, ours, theirs), ...addedBehindGone(base, theirs, ours)])
  const collation = collationFor(ours, order)
  const staysBefore =
    (isFirst: boolean) =>
    (other: string, key: string): boolean => {
      if (collation !== null) return collation(other, key) < 0
      return behindGone.has(other) === behindGone.has(key) ? isFirst : behindGone.has(key)
    }
  const [isOursMoved, isTheirsMoved] = [ours, theirs].map((side) => isOrdered && !hasSameOrder(base, side))
  if (asked === null && isTheirsMoved === true && isOursMoved === false)
    return { order: insertMissing(theirs, ours, staysBefore(false)), runs: [] }
  if (asked === null && (isTheirsMoved === false || hasSameOrder(ours, theirs)))
    return { order: insertMissing(ours, theirs, staysBefore(true)), runs: [] }
  const pairs = orderOfPairs(keys, asked ?? new Set())
  const withOurs = insertMissing(pairs.flat(), ours, staysBefore(true))
  const runs = pairs.filter(({ length }) => length > 1)
  return { order: runs.reduce(together, insertMissing(withOurs, theirs, staysBefore(true))), runs }
}

/** Whether what stands at a place stood there before, with the same entries before it. */
const isKept = (places: readonly number[] = [], at: number): boolean =>
  places[at] === at && places.slice(0, at).every((place) => place < at)

/**
 * The entries about whose order people are asked because both sides added one of them, each at another place among those that
 * nobody moved; null where that is not so. In an order of display what stands at the end may have been left there.
 */
function addedApart({ base, ours, theirs }: Orders, isShown: boolean): ReadonlySet<string> | null {
  if (isShown && !(hasSameOrder(base, ours) && hasSameOrder(base, theirs))) return null
  const shared = base.filter((key) => ours.includes(key) && theirs.includes(key))
  const [inOurs, inTheirs] = [ours, theirs].map((side) => {
    const row = side.filter((key) => shared.includes(key))
    return shared.map((key) => row.indexOf(key))
  })
  const kept = shared.filter((_, at) => isKept(inOurs, at) && isKept(inTheirs, at))
  const appended = [ours, theirs].flatMap((side) =>
    side.slice(side.findLastIndex((key) => base.includes(key)) + 1),
  )
  const asked = new Set([...kept, ...ours.filter((key) => !base.includes(key))])
  if (isShown) for (const key of appended) asked.delete(key)
  return hasSameOrder(
    ours.filter((key) => asked.has(key)),
    theirs,
  )
    ? null
    : asked
}

/** The order with the entries of a run one behind the other, from where the first of them stands. */
function together(order: readonly string[], run: readonly string[]): string[] {
  const first = order.findIndex((key) => run.includes(key))
  return order.filter((key) => !run.includes(key)).toSpliced(first, 0, ...run)
}

/** What a side added behind an entry that the other side took away or moved: it stands before what the other added there. */
function addedBehindGone(
  base: readonly string[],
  side: readonly string[],
  other: readonly string[],
): string[] {
  const partners = align(base, other)
  let isBehindGone = false
  return side.filter((key) => {
    const place = base.indexOf(key)
    if (place !== -1) isBehindGone = partners[place] === -1
    return isBehindGone && place === -1
  })
}

/** Entries that both sides have, each pair as the side has it that changed it; those whose order contradicts itself are one run. */
function orderOfPairs(keys: Orders, asked: ReadonlySet<string>): string[][] {
  const places = each(keys, (row) => new Map(row.map((key, place) => [key, place])))
  const isKnown = (key: string): boolean => places.theirs.has(key) && (places.base.has(key) || asked.has(key))
  const isBefore = (side: keyof Orders, a: string, b: string): boolean =>
    (places[side].get(a) ?? -1) < (places[side].get(b) ?? -1)
  const mayPrecede = (a: string, b: string): boolean => {
    const isFirst = isBefore('ours', a, b)
    if (isFirst === isBefore('theirs', a, b)) return isFirst
    if (places.base.has(a) && places.base.has(b)) return !isBefore('base', a, b)
    return isFirst || (asked.has(a) && asked.has(b))
  }
  const runs: string[][] = []
  for (const key of keys.ours.filter(isKnown)) {
    const first = runs.findIndex((run) => run.some((other) => mayPrecede(key, other)))
    const last = runs.findLastIndex((run) => run.some((other) => mayPrecede(other, key)))
    if (first === -1) runs.push([key])
    else if (last < first) runs.splice(first, 0, [key])
    else runs.splice(first, last - first + 1, [...runs.slice(first, last + 1).flat(), key])
  }
  return runs.map((run) => run.toSorted((a, b) => (isBefore('ours', a, b) ? -1 : 1)))
}
