import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, Maximize2 } from 'lucide-react'
import type { RefObject } from 'react'
import { plural } from '../../../platform/format/plural.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { CopyButton } from '../../../platform/ui/copy-text.tsx'
import type { ComparisonView } from './code-comparison.tsx'
import type { ShownLook } from './shown-difference.tsx'

interface SheetToolbarProps {
  /** The button that has the focus when the sheet opens. */
  begin: RefObject<HTMLButtonElement | null>
  popup: RefObject<HTMLDivElement | null>
  view: ComparisonView | null
  look: ShownLook
  onLook: (look: ShownLook) => void
  /** A file that is new or gone has nothing to stand beside. */
  hasOneSide: boolean
  isFlow: boolean
  /** Null when there is one file. */
  onFile: ((step: 1 | -1) => void) | null
  /** What the copy button copies; null before it is known. */
  copied: string | null
}

/** Moves through the changes and files of a difference, and says how it is shown. */
export function SheetToolbar({ begin, popup, view, onFile, copied, ...looks }: SheetToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Difference"
      className="border-line flex flex-wrap items-center gap-1.5 border-b px-3 py-1.5"
    >
      <Button ref={begin} size="sm" aria-keyshortcuts="N F8" onClick={() => view?.go(1)}>
        <ArrowDown aria-hidden /> Next change
      </Button>
      <Button size="sm" aria-keyshortcuts="P Shift+F8" onClick={() => view?.go(-1)}>
        <ArrowUp aria-hidden /> Previous change
      </Button>
      <output className="text-12 text-fg-2 px-1 tabular-nums">
        {view === null ? '' : plural(view.changeCount, 'change')}
      </output>
      {onFile === null ? null : <FileButtons onFile={onFile} />}
      <div className="min-w-0 flex-1" />
      <Looks {...looks} />
      {copied === null ? null : <CopyButton text={copied} label="the text" />}
      <Button
        size="iconSm"
        intent="quiet"
        aria-label="Whole screen"
        onClick={() => toggleWholeScreen(popup.current)}
      >
        <Maximize2 aria-hidden />
      </Button>
    </div>
  )
}

const FileButtons = ({ onFile }: { onFile: (step: 1 | -1) => void }) => (
  <>
    <Button
      size="iconSm"
      intent="quiet"
      aria-label="Previous file"
      aria-keyshortcuts="["
      onClick={() => onFile(-1)}
    >
      <ChevronLeft aria-hidden />
    </Button>
    <Button
      size="iconSm"
      intent="quiet"
      aria-label="Next file"
      aria-keyshortcuts="]"
      onClick={() => onFile(1)}
    >
      <ChevronRight aria-hidden />
    </Button>
  </>
)

function Looks({
  look,
  onLook,
  hasOneSide,
  isFlow,
}: Pick<SheetToolbarProps, 'look' | 'onLook' | 'hasOneSide' | 'isFlow'>) {
  const { layout, isCollapsed, isPicture } = look
  const change = (changed: Partial<ShownLook>) => () => onLook({ ...look, ...changed })
  return (
    <>
      {isFlow ? (
        <Button size="sm" aria-pressed={isPicture} onClick={change({ isPicture: !isPicture })}>
          {isPicture ? 'Show as code' : 'Show as picture'}
        </Button>
      ) : null}
      {hasOneSide || isPicture ? null : (
        <Button size="sm" onClick={change({ layout: layout === 'split' ? 'unified' : 'split' })}>
          {layout === 'split' ? 'In one column' : 'Side by side'}
        </Button>
      )}
      {isPicture ? null : (
        <Button size="sm" onClick={change({ isCollapsed: !isCollapsed })}>
          {isCollapsed ? 'Show all lines' : 'Show changes only'}
        </Button>
      )}
    </>
  )
}

function toggleWholeScreen(element: HTMLElement | null): void {
  // A browser may refuse; the sheet then stays as it is.
  const asked = document.fullscreenElement === null ? element?.requestFullscreen() : document.exitFullscreen()
  asked?.catch(() => undefined)
}
