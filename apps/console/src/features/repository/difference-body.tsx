import type { SluiceApi } from '@sluice/contract/api'
import type { Hunk } from '@sluice/contract/repository'
import type { Response } from '@sluice/contract/route'
import { Maximize2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { cn } from '../../platform/ui/cn.ts'
import { CodeText, type NumberedLine, numberedLines } from './code-text.tsx'
import { unreadableText, visibleText } from './visible-text.ts'
import { highlightLines, scannerFor, type Token } from './highlight/highlight.ts'
import { ElementsAbove } from './viewer/elements-above.tsx'

type Difference = Response<SluiceApi['repository']['getDifference']>

interface DifferenceBodyProps {
  difference: Difference
  path: string
  /** Opens the sheet that shows the whole file before and after. */
  onOpen: () => void
}

/** How a file differs: its elements in sentences where it is metadata XML, and its lines. */
export const DifferenceBody = ({ difference, path, onOpen }: DifferenceBodyProps) => (
  <div className="min-w-0">
    {difference.sentences || difference.hunks.length > 0 ? (
      <div className="border-line flex flex-wrap items-start gap-x-3 border-b">
        <div className="min-w-0 flex-1 basis-64">
          <ElementsAbove difference={difference} />
        </div>
        {difference.kind === 'text' && difference.hunks.length > 0 ? (
          <Button
            size="sm"
            className="m-2"
            aria-label={`Open the difference of ${visibleText(path)}`}
            onClick={onOpen}
          >
            <Maximize2 aria-hidden /> Side by side
          </Button>
        ) : null}
      </div>
    ) : null}
    <Lines difference={difference} path={path} />
  </div>
)

function Lines({ difference: { kind, hunks, isCut }, path }: { difference: Difference; path: string }) {
  if (kind !== 'text') return <p className="text-fg-2 p-4">{unreadableText(kind)}</p>
  if (hunks.length === 0) return <p className="text-fg-2 p-4">No line differs.</p>
  return (
    <div className="min-w-0">
      <DifferenceLines hunks={hunks} path={path} />
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
function DifferenceLines({ hunks, path }: { hunks: readonly Hunk[]; path: string }) {
  const [isWhole, setWhole] = useState(false)
  const lines = useMemo(() => numberedLines(hunks), [hunks])
  const tokens = useMemo(() => {
    const texts = lines.map(({ text }) => text)
    return highlightLines(texts, scannerFor(path, texts.find((text) => text.trim() !== '') ?? ''))
  }, [lines, path])
  const shown = isWhole ? lines : lines.slice(0, linesAtFirst)
  return (
    <>
      <section
        aria-label={`Lines of ${visibleText(path)}`}
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
            {shown.map((line, index) => (
              <Line key={line.key} line={line} tokens={tokens[index] ?? []} />
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

const markLooks: Partial<Record<NumberedLine['kind'], string>> = {
  added: 'bg-green-edge text-fg',
  removed: 'bg-red-edge text-fg',
}

const numberClasses =
  'text-fg-2 w-10 min-w-10 px-1.5 max-sm:hidden text-right align-top select-none tabular-nums'

function Line({ line, tokens }: { line: NumberedLine; tokens: readonly Token[] }) {
  const { kind, oldNumber, newNumber, mark } = line
  const { row, sign, word } = looks[kind]
  return (
    <tr className={row}>
      <td className={numberClasses}>{oldNumber}</td>
      <td className={numberClasses}>{newNumber}</td>
      <td className={cn('relative pr-3 pl-4 wrap-anywhere whitespace-pre-wrap', kind === 'note' && 'italic')}>
        {word === '' ? null : <span className="sr-only">{`${word}: `}</span>}
        <span aria-hidden className="text-fg-2 absolute left-0 select-none">
          {sign}
        </span>
        <CodeText tokens={tokens} mark={mark} markClassName={markLooks[kind]} />
      </td>
    </tr>
  )
}
