import { useState } from 'react'
import { plural } from '../../../platform/format/plural.ts'
import { FilterBox } from '../../../platform/tables/table-toolbar.tsx'
import { cn } from '../../../platform/ui/cn.ts'
import { visibleText } from '../visible-text.ts'
import { filesByFolder, type SheetFile } from './sheet-file.ts'

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
export function SheetFileList({ files, open, onOpen }: SheetFileListProps) {
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
