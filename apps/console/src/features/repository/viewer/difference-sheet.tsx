import { Dialog as Base } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { Button } from '../../../platform/ui/button.tsx'
import { ToneChip } from '../../../platform/ui/chips.tsx'
import { CodeSkeleton } from '../code-skeleton.tsx'
import { Fetched } from '../fetched.tsx'
import { visibleText } from '../visible-text.ts'
import type { ComparisonView, Layout } from './code-comparison.tsx'
import { ShownDifference, type ShownLook } from './shown-difference.tsx'
import { type SheetFile, textsOf, filesByFolder } from './sheet-file.ts'
import { SheetToolbar } from './sheet-toolbar.tsx'
import { plural } from '../../../platform/format/plural.ts'
import { FilterBox } from '../../../platform/tables/table-toolbar.tsx'
import { cn } from '../../../platform/ui/cn.ts'

interface DifferenceSheetProps {
  isOpen: boolean
  onClose: () => void
  files: readonly SheetFile[]
  /** The path of the file to begin with. */
  firstPath: string
}

/** The difference of files over the whole page: beside each other from 1,200 px on, in one column below. */
export function DifferenceSheet({ isOpen, onClose, files, firstPath }: DifferenceSheetProps) {
  const [path, setPath] = useState<string | null>(null)
  const at = Math.max(
    0,
    files.findIndex((file) => file.path === (path ?? firstPath)),
  )
  const file = files[at]
  const close = () => {
    setPath(null)
    onClose()
  }
  const step = (by: 1 | -1) => setPath(files[(at + by + files.length) % files.length]?.path ?? null)
  return (
    <Base.Root open={isOpen && file !== undefined} onOpenChange={(open) => (open ? undefined : close())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/30 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 dark:bg-black/60" />
        {file === undefined ? null : <Sheet files={files} file={file} onOpen={setPath} onStep={step} />}
      </Base.Portal>
    </Base.Root>
  )
}

interface SheetProps {
  files: readonly SheetFile[]
  file: SheetFile
  onOpen: (path: string) => void
  onStep: (by: 1 | -1) => void
}

function Sheet({ files, file, onOpen, onStep }: SheetProps) {
  const [look, setLook] = useState<ShownLook>(lookAtFirst)
  const [view, setView] = useState<ComparisonView | null>(null)
  const popup = useRef<HTMLDivElement>(null)
  const begin = useRef<HTMLButtonElement>(null)
  const query = useQuery({ ...file.whole, staleTime: Number.POSITIVE_INFINITY })
  const hunks = query.data?.hunks
  const texts = useMemo(() => (hunks === undefined ? null : textsOf(hunks)), [hunks])
  const hasOneSide = texts !== null && (texts.before === '' || texts.after === '')
  const shown: ShownLook = { ...look, layout: hasOneSide ? 'unified' : look.layout }
  return (
    <Base.Popup
      ref={popup}
      initialFocus={begin}
      onKeyDown={(event) => pressed(event, view, onStep)}
      className="bg-surface shadow-modal fixed inset-x-1 top-1 bottom-1 z-50 flex flex-col overflow-hidden rounded-lg outline-none sm:inset-x-4 sm:top-4 sm:bottom-4"
    >
      <SheetHeader file={file} />
      <SheetToolbar
        begin={begin}
        popup={popup}
        view={view}
        look={shown}
        onLook={setLook}
        hasOneSide={hasOneSide}
        isFlow={isFlow(file.path)}
        onFile={files.length > 1 ? onStep : null}
        copied={texts === null ? null : texts.after === '' ? texts.before : texts.after}
      />
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
        {files.length > 1 ? (
          <SheetFileList files={files} open={file} onOpen={(next) => onOpen(next.path)} />
        ) : null}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <Fetched
            query={query}
            what="the difference"
            missing="There is no such file"
            loading={<CodeSkeleton />}
          >
            {(difference) =>
              texts === null ? null : (
                <ShownDifference
                  key={file.path}
                  file={file}
                  difference={difference}
                  texts={texts}
                  look={shown}
                  onView={setView}
                />
              )
            }
          </Fetched>
        </div>
      </div>
    </Base.Popup>
  )
}

const isFlow = (path: string): boolean => /\.flow(?:-meta\.xml)?$/u.test(path)

const lookAtFirst = (): ShownLook => ({
  layout: globalThis.matchMedia('(min-width: 1200px)').matches ? 'split' : ('unified' satisfies Layout),
  isCollapsed: true,
  isPicture: false,
})

const tones = { Added: 'green', Modified: 'blue', Deleted: 'red' } as const

const SheetHeader = ({ file: { name, path, changeType } }: { file: SheetFile }) => (
  <header className="border-line flex items-start gap-3 border-b px-4 pt-3 pb-2">
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-center gap-x-2">
        <Base.Title className="text-16 font-semibold wrap-anywhere">{visibleText(name)}</Base.Title>
        <ToneChip tone={tones[changeType]}>{changeType}</ToneChip>
      </div>
      <Base.Description className="text-12 text-fg-2 font-mono wrap-anywhere">
        {visibleText(path)}
      </Base.Description>
    </div>
    <Base.Close render={<Button intent="quiet" size="icon" aria-label="Close" className="-mr-2" />}>
      <X />
    </Base.Close>
  </header>
)

/** Keys that work wherever the focus is in the sheet, save in a field. */
function pressed(event: KeyboardEvent, view: ComparisonView | null, onStep: (by: 1 | -1) => void): void {
  const { key, shiftKey, ctrlKey, metaKey, altKey, target } = event
  if (ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) return
  const change = changeKeys[key === 'F8' && shiftKey ? 'Shift+F8' : key]
  const file = fileKeys[key]
  if (change !== undefined) view?.go(change)
  else if (file !== undefined) onStep(file)
  else return
  event.preventDefault()
  event.stopPropagation()
}

const changeKeys: Partial<Record<string, 1 | -1>> = { n: 1, j: 1, F8: 1, p: -1, k: -1, 'Shift+F8': -1 }
const fileKeys: Partial<Record<string, 1 | -1>> = { ']': 1, '[': -1 }

interface SheetFileListProps {
  files: readonly SheetFile[]
  open: SheetFile
  onOpen: (file: SheetFile) => void
}

const signs = { Added: '+', Modified: '±', Deleted: '−' } as const
const signColours = {
  Added: 'text-green-text',
  Modified: 'text-blue-text',
  Deleted: 'text-red-text',
} as const

/** The files of a difference by their folders. */
function SheetFileList({ files, open, onOpen }: SheetFileListProps) {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const shown = files.filter(({ path }) => path.toLowerCase().includes(wanted))
  return (
    <nav
      aria-label="Files"
      className="border-line flex max-h-40 min-h-0 shrink-0 flex-col gap-2 border-b p-2 lg:max-h-none lg:w-72 lg:border-r lg:border-b-0"
    >
      <div className="flex lg:[&>div]:w-full">
        <FilterBox label="Filter files" value={text} onChange={setText} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {filesByFolder(shown).map(([folder, inFolder]) => (
          <section key={folder} aria-label={visibleText(folder)} className="pb-2">
            <h3 className="text-12 text-fg-2 px-1.5 py-0.5 font-mono wrap-anywhere">
              {visibleText(folder) || '/'}
            </h3>
            <ul>
              {inFolder.map((file) => (
                <li key={file.path}>
                  <button
                    type="button"
                    aria-current={file.path === open.path ? 'true' : undefined}
                    onClick={() => onOpen(file)}
                    className="hover:bg-hover aria-[current=true]:bg-selected flex min-h-7 w-full cursor-default items-baseline gap-1.5 rounded-md px-1.5 py-1 text-left"
                  >
                    <span aria-hidden className={cn('w-3 shrink-0 font-mono', signColours[file.changeType])}>
                      {signs[file.changeType]}
                    </span>
                    <span className="min-w-0 wrap-anywhere">
                      {visibleText(file.path.slice(file.path.lastIndexOf('/') + 1))}
                      <span className="sr-only">, {file.changeType}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <output className="text-12 text-fg-2 px-1.5">
        {shown.length === files.length
          ? plural(files.length, 'file')
          : `${shown.length} of ${plural(files.length, 'file')}`}
      </output>
    </nav>
  )
}
