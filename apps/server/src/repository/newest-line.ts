/**
 * Finds the newest of some lines, by the dates of all lines of a file (milliseconds; lines count from 0). Of lines with the same
 * date it takes the first. Each question takes a few steps, however many lines it is about: elements that lie inside each other
 * would otherwise go through the same lines hundreds of times.
 */
export function newestLineIn(dates: readonly number[]): (from: number, to: number) => number | null {
  const size = dates.length
  const newer = (a: number, b: number): number => {
    const [dateOfA = 0, dateOfB = 0] = [dates[a], dates[b]]
    if (dateOfA === dateOfB) return Math.min(a, b)
    return dateOfA > dateOfB ? a : b
  }
  // A segment tree: the leaves stand behind the inner nodes, and the children of node n are 2n and 2n + 1.
  const newest = new Int32Array(2 * size)
  for (let line = 0; line < size; line += 1) newest[size + line] = line
  for (let node = size - 1; node > 0; node -= 1)
    newest[node] = newer(newest[2 * node] ?? 0, newest[2 * node + 1] ?? 0)
  return (from, to) => {
    let found: number | null = null
    const take = (node: number) => {
      const line = newest[node] ?? 0
      found = found === null ? line : newer(found, line)
    }
    for (let left = from + size, right = Math.min(to, size) + size; left < right; left >>= 1, right >>= 1) {
      if (left % 2 === 1) take(left++)
      if (right % 2 === 1) take(--right)
    }
    return found
  }
}
