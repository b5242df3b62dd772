/** The orders of three versions. */
type Orders<T> = Readonly<Record<'base' | 'ours' | 'theirs', readonly T[]>>

/** Above so many entries in one range none are compared: each would have to be compared with each. */
const maxCompared = 1000

/**
 * The entries that both sides have and the base or `asked` names, in their merged order: single ones, and runs whose order a
 * person has to decide. Of two entries that the sides hold in one order, that order counts; else that of the side that changed
 * it. Where the base has not both, each side means its own order if both are asked about; else ours counts. A run holds what
 * contradicts itself so, in a pair or in a circle, in the order of ours.
 */
export function mergeOrderOfPairs<T>(orders: Orders<T>, asked: ReadonlySet<T>): readonly (readonly T[])[] {
  const [base, theirs] = [placesOf(orders.base), placesOf(orders.theirs)]
  const ours = orders.ours.filter((id) => theirs.has(id) && (base.has(id) || asked.has(id)))
  const oursPlaces = placesOf(ours)
  const other = orders.theirs.filter((id) => oursPlaces.has(id))
  const mayPrecede = (a: T, b: T): boolean => {
    const isFirst = placeIn(oursPlaces, a) < placeIn(oursPlaces, b)
    if (isFirst === placeIn(theirs, a) < placeIn(theirs, b)) return isFirst
    if (base.has(a) && base.has(b)) return placeIn(base, a) > placeIn(base, b)
    return isFirst || (asked.has(a) && asked.has(b))
  }
  return closedRanges(ours, other).flatMap((range) =>
    range.length > maxCompared
      ? [range]
      : runsOf(range, mayPrecede).map((run) =>
          run.toSorted((a, b) => placeIn(oursPlaces, a) - placeIn(oursPlaces, b)),
        ),
  )
}

/** Puts each entry between the runs so far, or makes one run of those that it may neither precede nor follow alone. */
function runsOf<T>(range: readonly T[], mayPrecede: (a: T, b: T) => boolean): T[][] {
  const runs: T[][] = []
  for (const id of range) {
    const first = runs.findIndex((run) => run.some((other) => mayPrecede(id, other)))
    const last = runs.findLastIndex((run) => run.some((other) => mayPrecede(other, id)))
    if (first === -1) runs.push([id])
    else if (last < first) runs.splice(first, 0, [id])
    else runs.splice(first, last - first + 1, [...runs.slice(first, last + 1).flat(), id])
  }
  return runs
}

/** The entries that all versions share and neither side moved nor moved others past. */
export function keptPlaces<T>(orders: Orders<T>): T[] {
  const { base, ours, theirs } = sharedOf(orders)
  const alone = (side: readonly T[]): ReadonlySet<T> =>
    new Set(closedRanges(base, side).flatMap((range) => (range.length === 1 ? range : [])))
  const [byOurs, byTheirs] = [alone(ours), alone(theirs)]
  return base.filter((id) => byOurs.has(id) && byTheirs.has(id))
}

/** The same with the entries alone that all versions have. */
function sharedOf<T>({ base, ours, theirs }: Orders<T>): Orders<T> {
  const [inBase, inOurs, inTheirs] = [new Set(base), new Set(ours), new Set(theirs)]
  const shared = (row: readonly T[]): T[] =>
    row.filter((id) => inBase.has(id) && inOurs.has(id) && inTheirs.has(id))
  return { base: shared(base), ours: shared(ours), theirs: shared(theirs) }
}

/** A row in the shortest ranges that hold the same entries, in whatever order, as those in their place in the other row. */
function closedRanges<T>(row: readonly T[], other: readonly T[]): T[][] {
  const places = placesOf(other)
  const ranges: T[][] = []
  let furthest = -1
  let start = 0
  row.forEach((id, index) => {
    furthest = Math.max(furthest, placeIn(places, id))
    if (furthest > index) return
    ranges.push(row.slice(start, index + 1))
    start = index + 1
  })
  return ranges
}

function placesOf<T>(row: readonly T[]): ReadonlyMap<T, number> {
  return new Map(row.map((id, place) => [id, place]))
}

function placeIn<T>(places: ReadonlyMap<T, number>, id: T): number {
  return places.get(id) ?? -1
}
