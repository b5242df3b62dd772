import { align } from '../merge/pair/alignment.ts'

/** Names of the two versions, and how many equal lines stand around a change (3 as in Git). */
export interface TextDiffOptions {
  readonly before?: string
  readonly after?: string
  readonly context?: number
}

/** One line of the view with its sign: both, only before, only after. */
interface Line {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

/**
 * The difference of two texts as Git shows it: unified hunks with line numbers, empty for equal texts. Lines are
 * aligned by Myers' algorithm, the one that merges texts here too, so no library and no process is needed.
 */
export function textDiff(before: string, after: string, options: TextDiffOptions = {}): string {
  if (before === after) return ''
  const lines = signed(linesOf(before), linesOf(after))
  const head = `--- ${options.before ?? 'a'}\n+++ ${options.after ?? 'b'}\n`
  return head + hunks(lines, options.context ?? 3).join('')
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line, index, all) => (index < all.length - 1 ? `${line}\n` : line))
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

function signed(before: readonly string[], after: readonly string[]): Line[] {
  const partner = align(before, after)
  const lines: Line[] = []
  let at = 0
  before.forEach((text, index) => {
    const other = partner[index] ?? -1
    if (other < 0) {
      lines.push({ sign: '-', text })
      return
    }
    for (; at < other; at += 1) lines.push({ sign: '+', text: after[at] ?? '' })
    lines.push({ sign: ' ', text })
    at = other + 1
  })
  for (; at < after.length; at += 1) lines.push({ sign: '+', text: after[at] ?? '' })
  return lines
}

/** Changes with the lines around them; those whose surroundings meet are one hunk. */
function hunks(lines: readonly Line[], context: number): string[] {
  const changed = lines.flatMap(({ sign }, index) => (sign === ' ' ? [] : [index]))
  const ranges: [from: number, to: number][] = []
  for (const index of changed) {
    const last = ranges.at(-1)
    const to = Math.min(index + context + 1, lines.length)
    if (last !== undefined && index - context <= last[1]) last[1] = to
    else ranges.push([Math.max(index - context, 0), to])
  }
  return ranges.map(([from, to]) => hunk(lines, from, to))
}

function hunk(lines: readonly Line[], from: number, to: number): string {
  const shown = lines.slice(from, to)
  const body = shown.map(({ sign, text }) =>
    text.endsWith('\n') ? `${sign}${text}` : `${sign}${text}\n\\ No newline at end of file\n`,
  )
  const above = lines.slice(0, from)
  return `@@ -${range('-', above, shown)} +${range('+', above, shown)} @@\n${body.join('')}`
}

function range(sign: '-' | '+', above: readonly Line[], shown: readonly Line[]): string {
  const count = (part: readonly Line[]): number =>
    part.filter((line) => line.sign === ' ' || line.sign === sign).length
  const length = count(shown)
  const start = count(above) + (length === 0 ? 0 : 1)
  return length === 1 ? String(start) : `${start},${length}`
}
