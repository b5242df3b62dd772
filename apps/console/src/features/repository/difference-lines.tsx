import type { Hunk } from '@sluice/contract/repository'
import { useState } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { cn } from '../../platform/ui/cn.ts'
import { type NumberedLine, numberedLines } from './numbered-lines.ts'
import { visibleText } from './visible-text.ts'

const linesAtFirst = 400

const looks = {
  added: { row: 'bg-green-soft', sign: '+', word: 'added' },
  removed: { row: 'bg-red-soft', sign: '-', word: 'removed' },
  kept: { row: '', sign: ' ', word: '' },
  note: { row: 'text-fg-3', sign: ' ', word: '' },
  gap: { row: 'bg-sunken text-fg-3', sign: ' ', word: '' },
} as const

/** The lines of a difference with their numbers on both sides. */
export function DifferenceLines({ hunks, label }: { hunks: readonly Hunk[]; label: string }) {
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
