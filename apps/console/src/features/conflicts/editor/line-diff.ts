import { differingRanges } from './myers.ts'

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
