export interface LineRange {
  first: number
  last: number
}

/** Ascending numbers of lines as ranges of lines that follow each other. */
export function lineRanges(lines: readonly number[]): LineRange[] {
  const ranges: LineRange[] = []
  for (const line of lines) {
    const range = ranges.at(-1)
    if (range !== undefined && line === range.last + 1) range.last = line
    else ranges.push({ first: line, last: line })
  }
  return ranges
}
