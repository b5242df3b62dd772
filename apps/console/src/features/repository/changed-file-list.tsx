import type { ChangedFile, ChangedFiles } from '@sluice/contract/repository'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { plural } from '../../platform/format/plural.ts'
import { Button } from '../../platform/ui/button.tsx'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { changedName } from './changes-text.ts'
import { FileDifference } from './file-difference.tsx'
import type { CommitPair } from './history.query.ts'
import { visibleText } from './visible-text.ts'

/** So many differences are loaded with the page; the others when they are opened. */
const openAtFirst = 3
const pageSize = 100

/** The files that differ between two commits, each with its difference. */
export function ChangedFileList({ changes, pair }: { changes: ChangedFiles; pair: CommitPair }) {
  const [shown, setShown] = useState(pageSize)
  const { files, total } = changes
  if (total === 0) return <EmptyState title="No file differs" />
  return (
    <section aria-labelledby="changed-files" className="flex flex-col gap-3">
      <h2 id="changed-files" className="text-14 font-semibold">
        {plural(total, 'changed file')}
      </h2>
      {files.slice(0, shown).map((file, index) => (
        <ChangedFileCard
          key={file.path}
          file={file}
          files={files}
          pair={pair}
          isOpenAtFirst={index < openAtFirst}
        />
      ))}
      {shown < files.length ? (
        <div>
          <Button onClick={() => setShown(shown + pageSize)}>
            {`Show ${Math.min(pageSize, files.length - shown)} more files`}
          </Button>
        </div>
      ) : total > files.length ? (
        <p className="text-fg-2">{`Only the first ${files.length} files are listed. Clone the repository to see all.`}</p>
      ) : null}
    </section>
  )
}

const tones = { Added: 'green', Modified: 'blue', Deleted: 'red' } as const

interface ChangedFileCardProps {
  file: ChangedFile
  files: readonly ChangedFile[]
  pair: CommitPair
  isOpenAtFirst: boolean
}

function ChangedFileCard({ file, files, pair, isOpenAtFirst }: ChangedFileCardProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <section className="border-line bg-surface min-w-0 rounded-lg border">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="hover:bg-hover flex min-h-11 w-full cursor-default items-center gap-2 rounded-lg px-3 py-1.5 text-left"
        >
          <ChevronRight aria-hidden className={`text-fg-3 size-4 shrink-0 ${isOpen ? 'rotate-90' : ''}`} />
          <span className="min-w-0 flex-1">
            <span className="font-medium wrap-anywhere">{changedName(file)}</span>
            <span className="text-12 text-fg-3 block font-mono wrap-anywhere">{visibleText(file.path)}</span>
          </span>
          <ToneChip tone={tones[file.changeType]}>{file.changeType}</ToneChip>
        </button>
      </h3>
      {isOpen ? (
        <div className="border-line border-t">
          <FileDifference file={file} pair={pair} among={files} />
        </div>
      ) : null}
    </section>
  )
}
