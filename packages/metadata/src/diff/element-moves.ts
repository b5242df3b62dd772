/**
 * The entries of `after` that were moved against `before`: the fewest whose removal leaves one order. Entries that stand
 * in one row only count nothing.
 */
export function movedIn(before: readonly string[], after: readonly string[]): Set<string> {
  const place = new Map(before.map((id, index) => [id, index]))
  const shared = after.filter((id) => place.has(id))
  const kept = longestRise(shared.map((id) => place.get(id) ?? 0))
  return new Set(shared.filter((_, index) => !kept.has(index)))
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
