import type { Token } from './highlight/highlight.ts'
import { visibleText } from './visible-text.ts'
import type { Hunk } from '@sluice/contract/repository'

interface CodeTextProps {
  tokens: readonly Token[]
  /** The characters of the line that are marked. */
  mark?: Mark | null
  markClassName?: string | undefined
}

/** The text of a line with the colours of its tokens, and with its mark. */
export const CodeText = ({ tokens, mark = null, markClassName = '' }: CodeTextProps) =>
  cutAt(tokens, mark).map((token, index) => (
    // The parts of a line never change their order, so that their index identifies them.
    // oxlint-disable-next-line react/no-array-index-key
    <TokenText key={index} token={token} className={token.isMarked ? markClassName : ''} />
  ))

interface Part extends Token {
  isMarked: boolean
}

/** The tokens, cut where the mark begins and ends. */
function cutAt(tokens: readonly Token[], mark: Mark | null): Part[] {
  if (mark === null) return tokens.map((token) => ({ ...token, isMarked: false }))
  const { from, to } = mark
  let start = 0
  return tokens.flatMap(({ text, kind }) => {
    const at = (place: number) => Math.min(Math.max(place - start, 0), text.length)
    const parts = [
      { text: text.slice(0, at(from)), kind, isMarked: false },
      { text: text.slice(at(from), at(to)), kind, isMarked: true },
      { text: text.slice(at(to)), kind, isMarked: false },
    ]
    start += text.length
    return parts.filter((part) => part.text !== '')
  })
}

const colours: Readonly<Record<Token['kind'], string>> = {
  plain: '',
  comment: 'text-fg-3 italic',
  string: 'text-green-text',
  keyword: 'text-blue-text',
  name: 'text-violet-text',
  number: 'text-amber-text',
}

const TokenText = ({ token: { text, kind }, className }: { token: Token; className: string }) => {
  // Colours that are readable on the line are not on every mark.
  const classes = className === '' ? colours[kind] : className
  return classes === '' ? visibleText(text) : <span className={classes}>{visibleText(text)}</span>
}

/** A line of a difference; `gap` stands for lines that are left out. Numbers are null on the side that lacks it. */
export interface NumberedLine {
  key: string
  kind: 'added' | 'removed' | 'kept' | 'note' | 'gap'
  oldNumber: number | null
  newNumber: number | null
  text: string
  /** The characters that the line on the other side has otherwise; null where the lines are no pair or have nothing in common. */
  mark: Mark | null
}

export interface Mark {
  readonly from: number
  readonly to: number
}

/** The lines of all hunks in order, each with its numbers. */
export function numberedLines(hunks: readonly Hunk[]): NumberedLine[] {
  return hunks.flatMap((hunk, index) => [...(index > 0 ? [gapBefore(hunk)] : []), ...marked(linesOf(hunk))])
}

const gapBefore = ({ oldStart, newStart }: Hunk): NumberedLine => ({
  key: `gap ${oldStart} ${newStart}`,
  kind: 'gap',
  oldNumber: null,
  newNumber: null,
  text: '⋯',
  mark: null,
})

function linesOf({ oldStart, newStart, lines }: Hunk): NumberedLine[] {
  let [before, after] = [oldStart, newStart]
  return lines.map((line, index) => {
    const text = line.slice(1)
    const mark = null
    const key = `${oldStart} ${newStart} ${index}`
    if (line.startsWith('+')) return { key, kind: 'added', oldNumber: null, newNumber: after++, text, mark }
    if (line.startsWith('-'))
      return { key, kind: 'removed', oldNumber: before++, newNumber: null, text, mark }
    if (line.startsWith('\\'))
      return { key, kind: 'note', oldNumber: null, newNumber: null, text: text.trim(), mark }
    return { key, kind: 'kept', oldNumber: before++, newNumber: after++, text, mark }
  })
}

/** The lines with marks on removed and added lines that stand for each other: the first of a run and the first of the next run, and so on. */
function marked(lines: readonly NumberedLine[]): NumberedLine[] {
  const found = [...lines]
  for (let at = 0; at < lines.length;) {
    const removed = runOf(lines, at, 'removed')
    const added = runOf(lines, at + removed, 'added')
    for (let pair = 0; pair < Math.min(removed, added); pair++) {
      const [before, after] = [lines[at + pair], lines[at + removed + pair]]
      if (before === undefined || after === undefined) continue
      const [fromBefore, toBefore, toAfter] = commonEnds(before.text, after.text)
      if (fromBefore === 0 && toBefore === before.text.length) continue
      found[at + pair] = { ...before, mark: { from: fromBefore, to: toBefore } }
      found[at + removed + pair] = { ...after, mark: { from: fromBefore, to: toAfter } }
    }
    at += Math.max(1, removed + added)
  }
  return found
}

/** How many lines of a kind stand one after the other from here on. */
function runOf(lines: readonly NumberedLine[], start: number, kind: NumberedLine['kind']): number {
  let end = start
  while (lines[end]?.kind === kind) end++
  return end - start
}

/** Where two texts begin to differ, and where the differing part of each ends. */
function commonEnds(a: string, b: string): [start: number, endOfA: number, endOfB: number] {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  // Indentation alone is nothing in common.
  if (a.slice(0, start).trim() === '') start = 0
  let tail = 0
  while (tail < shorter - start && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  return [start, a.length - tail, b.length - tail]
}
