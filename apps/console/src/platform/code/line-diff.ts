/** Four numbers for each change: from and to in the first text, from and to in the second. */
export type Changes = Int32Array

/**
 * What changes between two texts: whole lines are compared, and of those that differ the equal beginning and end is left out. The
 * comparison of the editor's package works on characters and finds nothing useful in files of megabytes. Null when it takes
 * longer than `milliseconds`.
 */
export function lineDiff(a: string, b: string, milliseconds: number): Changes | null {
  const deadline = performance.now() + milliseconds
  const known = new Map<string, number>()
  const linesA = linesOf(a, known)
  const linesB = linesOf(b, known)
  const ranges = differingRanges({ a: linesA.ids, b: linesB.ids }, () => performance.now() > deadline)
  if (ranges === null) return null
  return Int32Array.from(
    ranges.flatMap(({ fromA, toA, fromB, toB }) =>
      withoutEqualCharacters(
        { text: a, from: linesA.starts[fromA] ?? 0, to: linesA.starts[toA] ?? 0 },
        { text: b, from: linesB.starts[fromB] ?? 0, to: linesB.starts[toB] ?? 0 },
      ),
    ),
  )
}

/** One change that covers all that differs: what is shown where a comparison would take too long. */
export const coarseDiff = (a: string, b: string): Changes =>
  Int32Array.from(
    a === b
      ? []
      : withoutEqualCharacters({ text: a, from: 0, to: a.length }, { text: b, from: 0, to: b.length }),
  )

/** A number for each line, the same for equal lines, and where the lines start; the last start is the end. */
function linesOf(text: string, known: Map<string, number>) {
  const starts = [0]
  const ids: number[] = []
  for (let at = 0; ;) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? text.length : end + 1)
    const id = known.get(line) ?? known.size
    known.set(line, id)
    ids.push(id)
    at += line.length
    starts.push(at)
    if (end < 0) return { ids: Int32Array.from(ids), starts }
  }
}

interface Stretch {
  readonly text: string
  readonly from: number
  readonly to: number
}

function withoutEqualCharacters(one: Stretch, other: Stretch): [number, number, number, number] {
  let [fromA, toA, fromB, toB] = [one.from, one.to, other.from, other.to]
  while (fromA < toA && fromB < toB && one.text[fromA] === other.text[fromB]) {
    fromA++
    fromB++
  }
  while (toA > fromA && toB > fromB && one.text[toA - 1] === other.text[toB - 1]) {
    toA--
    toB--
  }
  return [fromA, toA, fromB, toB]
}

/** A stretch of lines that differs: from the first line to the one behind the last, in both texts. */
interface LineRange {
  readonly fromA: number
  readonly toA: number
  readonly fromB: number
  readonly toB: number
}

interface Sides {
  readonly a: Int32Array
  readonly b: Int32Array
}

/** How often the time is asked for: after so many steps of the search. */
const stepsBetweenLooks = 64

/**
 * The stretches in which two rows of numbers differ, by the shortest edit script. Memory grows with the length of the rows only,
 * because the search meets in the middle. Null when `isOver` says that it takes too long.
 */
function differingRanges(sides: Sides, isOver: () => boolean): LineRange[] | null {
  const { a, b } = sides
  const ranges: LineRange[] = []
  const open: LineRange[] = [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length }]
  const search = createSearch(sides, isOver)
  for (let range = open.pop(); range; range = open.pop()) {
    const rest = withoutEqualEnds(range, sides)
    if (rest.fromA === rest.toA || rest.fromB === rest.toB) {
      if (rest.fromA !== rest.toA || rest.fromB !== rest.toB) append(ranges, rest)
      continue
    }
    const middle = search(rest)
    if (middle === null) return null
    // The later half lies below the earlier one, which is taken first.
    open.push({ ...rest, fromA: middle.toA, fromB: middle.toB })
    open.push({ ...rest, toA: middle.fromA, toB: middle.fromB })
  }
  return ranges
}

/** Ranges that touch are one. */
function append(ranges: LineRange[], next: LineRange): void {
  const last = ranges.at(-1)
  if (last?.toA === next.fromA && last.toB === next.fromB)
    ranges[ranges.length - 1] = { ...last, toA: next.toA, toB: next.toB }
  else ranges.push(next)
}

function withoutEqualEnds(range: LineRange, { a, b }: Sides): LineRange {
  let { fromA, toA, fromB, toB } = range
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) {
    fromA++
    fromB++
  }
  while (toA > fromA && toB > fromB && a[toA - 1] === b[toB - 1]) {
    toA--
    toB--
  }
  return { fromA, toA, fromB, toB }
}

/** Finds the equal stretch, maybe empty, in the middle of the shortest edit script of a range. */
function createSearch({ a, b }: Sides, isOver: () => boolean) {
  const size = a.length + b.length + 3
  const forward = new Int32Array(2 * size)
  const backward = new Int32Array(2 * size)
  const reached = (row: Int32Array, diagonal: number) => row[size + diagonal] ?? 0
  /** The furthest start of a step on a diagonal: down from the next one, or to the right from the former one. */
  const startOf = (row: Int32Array, diagonal: number, depth: number): number => {
    const isDown =
      diagonal === -depth || (diagonal !== depth && reached(row, diagonal - 1) < reached(row, diagonal + 1))
    return isDown ? reached(row, diagonal + 1) : reached(row, diagonal - 1) + 1
  }
  return ({ fromA, toA, fromB, toB }: LineRange): LineRange | null => {
    const [n, m] = [toA - fromA, toB - fromB]
    const delta = n - m
    const isOdd = delta % 2 !== 0
    forward[size + 1] = 0
    backward[size + 1] = 0
    for (let depth = 0; ; depth++) {
      if (depth % stepsBetweenLooks === 0 && isOver()) return null
      for (let k = -depth; k <= depth; k += 2) {
        const start = startOf(forward, k, depth)
        let x = start
        while (x < n && x - k < m && a[fromA + x] === b[fromB + x - k]) x++
        forward[size + k] = x
        const opposite = delta - k
        if (isOdd && Math.abs(opposite) < depth && x + reached(backward, opposite) >= n)
          return { fromA: fromA + start, toA: fromA + x, fromB: fromB + start - k, toB: fromB + x - k }
      }
      for (let k = -depth; k <= depth; k += 2) {
        const start = startOf(backward, k, depth)
        let x = start
        while (x < n && x - k < m && a[toA - 1 - x] === b[toB - 1 - x + k]) x++
        backward[size + k] = x
        const opposite = delta - k
        if (!isOdd && Math.abs(opposite) <= depth && x + reached(forward, opposite) >= n)
          return { fromA: toA - x, toA: toA - start, fromB: toB - x + k, toB: toB - start + k }
      }
    }
  }
}
