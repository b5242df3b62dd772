import type { SluiceApi } from '@sluice/contract/api'
import type { Hunk } from '@sluice/contract/repository'
import type { Response } from '@sluice/contract/route'
import { useState } from 'react'
import { plural } from '../../platform/format/plural.ts'
import { Button } from '../../platform/ui/button.tsx'
import { cn } from '../../platform/ui/cn.ts'
import { unreadableText } from './file-kinds.ts'
import { visibleText } from './visible-text.ts'

type Difference = Response<SluiceApi['repository']['getDifference']>

/** How a file differs: its elements in sentences where it is metadata XML, and its lines. */
export const DifferenceBody = ({ difference, path }: { difference: Difference; path: string }) => (
  <div className={difference.sentences ? 'xl:grid xl:grid-cols-[20rem_minmax(0,1fr)]' : ''}>
    {difference.sentences ? <Sentences difference={difference} /> : null}
    <Lines difference={difference} path={path} />
  </div>
)

function Sentences({ difference: { sentences, sentenceCount } }: { difference: Difference }) {
  const left = sentenceCount - (sentences?.length ?? 0)
  return (
    <div className="border-line min-w-0 border-b p-4 xl:border-r xl:border-b-0">
      <h4 className="text-12 text-fg-2 pb-1 font-medium">Elements</h4>
      {sentences?.length === 0 ? (
        <p>No element differs: only spelling, order without meaning or comments.</p>
      ) : (
        <ul className="flex max-h-96 flex-col gap-1 overflow-auto">
          {sentences?.map((sentence, index) => (
            // Two changes may read alike, and the list never changes its order.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="wrap-anywhere">
              {visibleText(sentence)}
            </li>
          ))}
        </ul>
      )}
      {left > 0 ? <p className="text-fg-2 pt-2">{`and ${plural(left, 'more difference')}`}</p> : null}
    </div>
  )
}

function Lines({ difference: { kind, hunks, isCut }, path }: { difference: Difference; path: string }) {
  if (kind !== 'text') return <p className="text-fg-2 p-4">{unreadableText(kind)}</p>
  if (hunks.length === 0) return <p className="text-fg-2 p-4">No line differs.</p>
  return (
    <div className="min-w-0">
      <DifferenceLines hunks={hunks} label={`Lines of ${visibleText(path)}`} />
      {isCut ? (
        <p className="text-fg-2 px-4 py-2">
          The difference is longer than what is shown here. Clone the repository to see all of it.
        </p>
      ) : null}
    </div>
  )
}

const linesAtFirst = 400

const looks = {
  added: { row: 'bg-green-soft', sign: '+', word: 'added' },
  removed: { row: 'bg-red-soft', sign: '-', word: 'removed' },
  kept: { row: '', sign: ' ', word: '' },
  note: { row: 'text-fg-3', sign: ' ', word: '' },
  gap: { row: 'bg-sunken text-fg-3', sign: ' ', word: '' },
} as const

/** The lines of a difference with their numbers on both sides. */
function DifferenceLines({ hunks, label }: { hunks: readonly Hunk[]; label: string }) {
  const [isWhole, setWhole] = useState(false)
  const lines = numberedLines(hunks)
  const shown = isWhole ? lines : lines.slice(0, linesAtFirst)
  return (
    <>
      <section
        aria-label={label}
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="overflow-x-auto"
      >
        <table className="text-12 w-full border-separate border-spacing-0 font-mono">
          <thead className="sr-only">
            <tr>
              <th scope="col">Line before</th>
              <th scope="col">Line after</th>
              <th scope="col">Text</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <Line key={line.key} line={line} />
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < lines.length ? (
        <div className="p-3">
          <Button size="sm" onClick={() => setWhole(true)}>{`Show all ${lines.length} lines`}</Button>
        </div>
      ) : null}
    </>
  )
}

const numberClasses = 'text-fg-2 w-12 min-w-12 px-2 text-right align-top select-none tabular-nums'

function Line({ line: { kind, oldNumber, newNumber, text } }: { line: NumberedLine }) {
  const { row, sign, word } = looks[kind]
  return (
    <tr className={row}>
      <td className={numberClasses}>{oldNumber}</td>
      <td className={numberClasses}>{newNumber}</td>
      <td className={cn('pr-4 whitespace-pre', kind === 'note' && 'italic')}>
        {word === '' ? null : <span className="sr-only">{`${word}: `}</span>}
        <span aria-hidden className="text-fg-2 inline-block w-4 select-none">
          {sign}
        </span>
        {visibleText(text)}
      </td>
    </tr>
  )
}

/** A line of a difference; `gap` stands for lines that are left out. Numbers are null on the side that lacks it. */
interface NumberedLine {
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
