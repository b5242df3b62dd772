import { lazy, Suspense } from 'react'
import { CodeSkeleton } from '../code-skeleton.tsx'
import { unreadableText } from '../visible-text.ts'
import type { ComparisonView, Layout } from './code-comparison.tsx'
import { ElementsAbove } from './elements-above.tsx'
import type { FileDifferenceAnswer, SheetFile, TwoTexts } from './sheet-file.ts'

// Each is larger than all else of a page, and loads when a difference is opened that needs it.
const CodeComparison = lazy(async () => ({
  default: (await import('./code-comparison.tsx')).CodeComparison,
}))
const FlowPicture = lazy(async () => ({ default: (await import('./flow/flow-picture.tsx')).FlowPicture }))

/** How the difference of a file is shown. */
export interface ShownLook {
  layout: Layout
  isCollapsed: boolean
  /** A flow as a picture instead of its lines. */
  isPicture: boolean
}

interface ShownDifferenceProps {
  file: SheetFile
  difference: FileDifferenceAnswer
  texts: TwoTexts
  look: ShownLook
  onView: (view: ComparisonView | null) => void
}

/** The elements that differ, and below them the lines or, of a flow, its picture. */
export function ShownDifference({ file, difference, texts, look, onView }: ShownDifferenceProps) {
  const { kind, hunks, isCut } = difference
  if (kind !== 'text') return <p className="text-fg-2 p-4">{unreadableText(kind)}</p>
  if (hunks.length === 0) return <p className="text-fg-2 p-4">No line differs.</p>
  return (
    <>
      <ElementsAbove difference={difference} />
      <div className="min-h-0 flex-1">
        <Suspense fallback={<CodeSkeleton />}>
          {look.isPicture ? (
            <FlowPicture texts={texts} />
          ) : (
            <CodeComparison
              path={file.path}
              texts={texts}
              layout={look.layout}
              isCollapsed={look.isCollapsed}
              onView={onView}
            />
          )}
        </Suspense>
      </div>
      {isCut ? (
        <p className="text-fg-2 border-line border-t px-4 py-2">
          The file is longer than what is shown here. Clone the repository to see all of it.
        </p>
      ) : null}
    </>
  )
}
