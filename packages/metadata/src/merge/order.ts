import { compareText } from '../collation.ts'

/**
 * How keys compare where a list is kept sorted; null where its order is not by key and may
 * mean something.
 */
export type Collation = ((a: string, b: string) => number) | null

/** Whether the entries that two rows share stand in the same order in both. */
export function hasSameOrder(a: readonly string[], b: readonly string[]): boolean {
  const inA = new Set(a)
  const inB = new Set(b)
  const left = a.filter((id) => inB.has(id))
  const right = b.filter((id) => inA.has(id))
  return left.every((id, index) => id === right[index])
}

/** The entries of `after` that were moved against `before`: the fewest whose removal leaves one order. */
export function movedIn(before: readonly string[], after: readonly string[]): Set<string> {
  const place = new Map(before.map((id, index) => [id, index]))
  const shared = after.filter((id) => place.has(id))
  const places = shared.map((id) => place.get(id) ?? 0)
  const kept = longestRise(places)
  return new Set(shared.filter((_, index) => !kept.has(index)))
}

/** Rows longer than this are not checked pair by pair. */
const maxChecked = 1000

/**
 * Whether a merged order holds every move: two entries stand as in the base only when no side exchanged them.
 * For rows too long to check the answer is no.
 */
export function keepsEveryMove(
  orders: Readonly<Record<'base' | 'ours' | 'theirs', readonly string[]>>,
  merged: readonly string[],
): boolean {
  const [ours, theirs, result] = [orders.ours, orders.theirs, merged].map(
    (row) => new Map(row.map((id, index) => [id, index])),
  )
  const shared = orders.base.filter(
    (id) => ours?.has(id) === true && theirs?.has(id) === true && result?.has(id) === true,
  )
  if (shared.length > maxChecked) return false
  return shared.every((a, index) =>
    shared
      .slice(index + 1)
      .every((b) => isExchanged(result, a, b) === (isExchanged(ours, a, b) || isExchanged(theirs, a, b))),
  )
}

function isExchanged(places: ReadonlyMap<string, number> | undefined, a: string, b: string): boolean {
  return (places?.get(a) ?? 0) > (places?.get(b) ?? 0)
}

/** Indexes of a longest rising row of numbers. */
function longestRise(values: readonly number[]): Set<number> {
  const tails: number[] = []
  const previous: number[] = []
  values.forEach((value, index) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? (tails[low - 1] ?? -1) : -1
    tails[low] = index
  })
  const kept = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) kept.add(at)
  return kept
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
  const inSource = new Set(source)
  const following = new Map<string | null, string>()
  let last: string | null = null
  for (const id of order) {
    following.set(last, id)
    last = id
  }
  const present = new Set(order)
  const staysBehind = (other: string, id: string): boolean =>
    collation === null ? afterOthers : collation(keyOf(other), keyOf(id)) < 0
  let previous: string | null = null
  for (const id of source) {
    if (!present.has(id)) {
      let next = following.get(previous)
      while (next !== undefined && !inSource.has(next) && staysBehind(next, id)) {
        previous = next
        next = following.get(previous)
      }
      following.set(previous, id)
      if (next !== undefined) following.set(id, next)
    }
    previous = id
  }
  const result: string[] = []
  for (let id = following.get(null); id !== undefined; id = following.get(id)) result.push(id)
  return result
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
