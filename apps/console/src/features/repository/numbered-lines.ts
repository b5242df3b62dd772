import type { Hunk } from '@sluice/contract/repository'

/** A line of a difference; `gap` stands for lines that are left out. Numbers are null on the side that lacks it. */
export interface NumberedLine {
  key: string
  kind: 'added' | 'removed' | 'kept' | 'note' | 'gap'
  oldNumber: number | null
  newNumber: number | null
  text: string
}

/** The lines of all hunks in order, each with its numbers. */
export function numberedLines(hunks: readonly Hunk[]): NumberedLine[] {
  return hunks.flatMap((hunk, index) => [...(index > 0 ? [gapBefore(hunk)] : []), ...linesOf(hunk)])
}

const gapBefore = ({ oldStart, newStart }: Hunk): NumberedLine => ({
  key: `gap ${oldStart} ${newStart}`,
  kind: 'gap',
  oldNumber: null,
  newNumber: null,
  text: '⋯',
})

function linesOf({ oldStart, newStart, lines }: Hunk): NumberedLine[] {
  let [before, after] = [oldStart, newStart]
  return lines.map((line, index) => {
    const text = line.slice(1)
    const key = `${oldStart} ${newStart} ${index}`
    if (line.startsWith('+')) return { key, kind: 'added', oldNumber: null, newNumber: after++, text }
    if (line.startsWith('-')) return { key, kind: 'removed', oldNumber: before++, newNumber: null, text }
    if (line.startsWith('\\'))
      return { key, kind: 'note', oldNumber: null, newNumber: null, text: text.trim() }
    return { key, kind: 'kept', oldNumber: before++, newNumber: after++, text }
  })
}
