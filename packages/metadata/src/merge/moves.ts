/** The orders of three versions. */
type Orders<T> = Readonly<Record<'base' | 'ours' | 'theirs', readonly T[]>>

/**
 * The order of the entries that all versions share, with the moves of both sides. Null where both sides put other
 * entries in one place: then each means another order.
 */
export function orderOfBothMoves<T>(orders: Orders<T>): T[] | null {
  const { base, ours, theirs } = sharedOf(orders)
  const stirredByOurs = stirred(base, ours)
  const stirredByTheirs = stirred(base, theirs)
  const isContested = (index: number): boolean =>
    stirredByOurs[index] === true && stirredByTheirs[index] === true && ours[index] !== theirs[index]
  if (base.some((_, index) => isContested(index))) return null
  return base.map((id, index) => (stirredByOurs[index] === true ? ours[index] : theirs[index]) ?? id)
}

/** The entries that all versions share and neither side moved nor moved others past. */
export function keptPlaces<T>(orders: Orders<T>): T[] {
  const { base, ours, theirs } = sharedOf(orders)
  const stirredByOurs = stirred(base, ours)
  const stirredByTheirs = stirred(base, theirs)
  return base.filter((_, index) => stirredByOurs[index] !== true && stirredByTheirs[index] !== true)
}

/** The same with the entries alone that all versions have. */
function sharedOf<T>({ base, ours, theirs }: Orders<T>): Orders<T> {
  const [inBase, inOurs, inTheirs] = [new Set(base), new Set(ours), new Set(theirs)]
  const shared = (row: readonly T[]): T[] =>
    row.filter((id) => inBase.has(id) && inOurs.has(id) && inTheirs.has(id))
  return { base: shared(base), ours: shared(ours), theirs: shared(theirs) }
}

/**
 * The places of a row whose entries changed places with others. They come in closed stretches:
 * before and behind a stretch the same entries stand in both rows.
 */
function stirred<T>(before: readonly T[], after: readonly T[]): boolean[] {
  const places = new Map(before.map((id, index) => [id, index]))
  let furthest = -1
  let start = 0
  const marks = before.map(() => false)
  after.forEach((id, index) => {
    furthest = Math.max(furthest, places.get(id) ?? index)
    if (furthest > index) return
    if (index > start) marks.fill(true, start, index + 1)
    start = index + 1
  })
  return marks
}
