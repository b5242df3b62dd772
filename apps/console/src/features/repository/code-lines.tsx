import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { cn } from '../../platform/ui/cn.ts'
import { CodeText } from './code-text.tsx'
import { highlightLines, scannerFor } from './highlight/highlight.ts'

const lineHeight = 20
const longestLine = 2_000

interface CodeLinesProps {
  path: string
  text: string
  /** The line to begin at, which is marked. */
  line?: number | undefined
  /** What stands before a line, for its number from 1. */
  renderGutter?: (line: number) => ReactNode
}

/** The lines of a file with their numbers: only those in sight are in the page. */
export function CodeLines({ path, text, line, renderGutter }: CodeLinesProps) {
  const scroller = useRef<HTMLElement>(null)
  const lines = useMemo(() => linesOf(text), [text])
  const tokens = useMemo(() => highlightLines(lines, scannerFor(path, text)), [lines, path, text])
  // oxlint-disable-next-line react/incompatible-library -- the compiler is off
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 30,
  })
  useEffect(() => {
    if (line !== undefined) virtual.scrollToIndex(line - 1, { align: 'center' })
  }, [line, virtual])
  const widest = useMemo(() => lines.reduce((most, each) => Math.max(most, each.length), 0), [lines])
  const shown = virtual.getVirtualItems()
  return (
    <ScrollFrame scroller={scroller}>
      <ol className="relative" style={{ height: virtual.getTotalSize(), minWidth: `${widest + 24}ch` }}>
        {shown.map(({ index, start }) => (
          <li
            key={index}
            aria-setsize={lines.length}
            aria-posinset={index + 1}
            className={cn('absolute inset-x-0 flex leading-5', index + 1 === line && 'bg-accent-soft')}
            style={{ height: lineHeight, transform: `translateY(${start}px)` }}
          >
            {renderGutter?.(index + 1)}
            <span className="text-fg-2 w-14 shrink-0 pr-3 text-right tabular-nums select-none">
              {index + 1}
            </span>
            <code className="font-mono whitespace-pre">
              <CodeText tokens={tokens[index] ?? []} />
            </code>
          </li>
        ))}
      </ol>
    </ScrollFrame>
  )
}

interface ScrollFrameProps {
  scroller: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Takes the height that the page has left, and less when there are few lines. */
const ScrollFrame = ({ scroller, children }: ScrollFrameProps) => (
  <div className="flex min-h-80 flex-1 basis-0 flex-col max-sm:min-h-[60dvh]">
    <section
      ref={scroller}
      aria-label="Lines"
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="border-line bg-surface text-12 min-h-0 shrink overflow-auto rounded-lg border font-mono"
    >
      {children}
    </section>
  </div>
)

/** A last line without an end counts; behind a last line feed there is none. */
function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => {
    const plain = line.endsWith('\r') ? line.slice(0, -1) : line
    return plain.length > longestLine ? `${plain.slice(0, longestLine)}… (${plain.length} characters)` : plain
  })
}
