import { compareText } from '../../collation.ts'

/**
 * How keys compare where a list is kept sorted; null where its order is not by key and may
 * mean something.
 */
export type Collation = ((a: string, b: string) => number) | null

/** Whether the entries that two rows share stand in the same order in both. */
export function hasSameOrder<T>(a: readonly T[], b: readonly T[]): boolean {
  const inA = new Set(a)
  const inB = new Set(b)
  const left = a.filter((id) => inB.has(id))
  const right = b.filter((id) => inA.has(id))
  return left.every((id, index) => id === right[index])
}

/** Whether each entry of the base keeps its place in a row: some hold other things than before, none what another one held. */
export function keepsPlaces(base: readonly string[], row: readonly string[]): boolean {
  const known = new Set(base)
  return row.length >= base.length && row.every((text, index) => text === base[index] || !known.has(text))
}

/** Two orders that are to become one; `source` may share any number of entries with `order`. */
export interface Insertion {
  /** The order so far. */
  readonly order: readonly string[]
  /** The order of the side that has the entries to insert. */
  readonly source: readonly string[]
  readonly collation: Collation
  /** Key of an entry, for the collation. */
  readonly keyOf: (id: string) => string
  /** Where both sides add in one place, entries of the order so far stay first. */
  readonly afterOthers: boolean
}

/**
 * The order with entries that only `source` has where they belong: behind the entry that precedes them there,
 * and among what the other side added in that very place by the collation, if there is one.
 */
export function withMissing({ order, source, collation, keyOf, afterOthers }: Insertion): string[] {
  return insertMissing(order, source, (other, id) =>
    collation === null ? afterOthers : collation(keyOf(other), keyOf(id)) < 0,
  )
}

/** The same for entries of any kind; `staysBefore` says whether an entry of the order alone stays before a new one. */
export function insertMissing<T>(
  order: readonly T[],
  source: readonly T[],
  staysBefore: (other: T, id: T) => boolean,
): T[] {
  const present = new Set(order)
  if (source.every((id) => present.has(id))) return [...order]
  const inSource = new Set(source)
  const following = new Map<T | null, T>()
  let last: T | null = null
  for (const id of order) {
    following.set(last, id)
    last = id
  }
  const lastShared = source.findLastIndex((id) => present.has(id))
  let previous: T | null = null
  for (const [index, id] of source.entries()) {
    // Behind everything is a place of its own, wherever the other side moved the last entry to.
    if (index === lastShared + 1 && isEndMoved(order, source, present))
      previous = order.findLast((other) => inSource.has(other)) ?? previous
    if (!present.has(id)) {
      let next = following.get(previous)
      while (next !== undefined && !inSource.has(next) && staysBefore(next, id)) {
        previous = next
        next = following.get(previous)
      }
      following.set(previous, id)
      if (next !== undefined) following.set(id, next)
    }
    previous = id
  }
  const result: T[] = []
  for (let id = following.get(null); id !== undefined; id = following.get(id)) result.push(id)
  return result
}

/** Whether the last entry that both rows have stands behind another one than before: then it was moved, not others behind it. */
function isEndMoved<T>(order: readonly T[], source: readonly T[], present: ReadonlySet<T>): boolean {
  const inSource = new Set(source)
  const shared = source.filter((id) => present.has(id))
  const [before, last] = [shared.at(-2), shared.at(-1)]
  const others = order.filter((id) => inSource.has(id))
  return last !== undefined && others[others.indexOf(last) - 1] !== before
}

/** The collation that a row of keys follows: byte-wise, ignoring case, or none. Rows of one follow the default. */
export function collationOf(keys: readonly string[]): Collation {
  if (isRising(keys, compareText)) return compareText
  return isRising(keys, compareFolded) ? compareFolded : null
}

/** Compares ignoring case. */
export function compareFolded(a: string, b: string): number {
  return compareText(a.toLowerCase(), b.toLowerCase())
}

function isRising(keys: readonly string[], compare: (a: string, b: string) => number): boolean {
  return keys.every((key, index) => index === 0 || compare(keys[index - 1] ?? '', key) <= 0)
}
