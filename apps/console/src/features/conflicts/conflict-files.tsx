import type { Conflict, ConflictFile, ConflictResolution } from '@sluice/contract/conflict'
import { type Inquiry, isOpen } from '@sluice/contract/inquiry'
import type { JobWithNotices } from '@sluice/contract/job'
import { useMemo, useState } from 'react'
import { plural } from '../../platform/format/plural.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { useSelection } from '../../platform/tables/selection.ts'
import { TableFooter } from '../../platform/tables/table-footer.tsx'
import { FilterBox, TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Checkbox } from '../../platform/ui/checkbox.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { useJobNotAllowed } from '../workspaces/use-actor.ts'
import { ConflictActionsProvider, useConflictActions } from './conflict-context.tsx'
import { fileColumns } from './file-columns.tsx'
import { FileEditor } from './file-editor.tsx'
import { filterFiles, isResolved, whyNotExpand } from './resolution-rules.ts'
import { resolutionName, useSideNames } from './side-names.ts'
import { UnsavedTexts, useDrafts } from './unsaved-texts.tsx'
import { useFileOperations } from './use-file-operations.ts'

interface ConflictFilesProps {
  conflict: Conflict
  job: JobWithNotices
  inquiry: Inquiry | undefined
}

/** The files of a conflict: each with its resolution, and below it, when it is opened, the editor of its result. */
export function ConflictFiles({ conflict, job, inquiry }: ConflictFilesProps) {
  const notAllowed = useJobNotAllowed('resolveConflict', job)
  const drafts = useDrafts(conflict)
  const { resolveError, resetError, ...operations } = useFileOperations(conflict, drafts)
  const expansion = useExpansion()
  const [resetting, setResetting] = useState<readonly ConflictFile[]>([])
  const isPending = inquiry !== undefined && isOpen(inquiry, job)
  const readOnlyReason = isPending ? notAllowed : 'This conflict is closed.'
  const reset = (files: readonly ConflictFile[]) =>
    files.some(isEditedByHand) || files.length > 1 ? setResetting(files) : operations.reset(files)
  const names = useSideNames(conflict)
  const actions = { ...operations, ...expansion, reset, conflict, names, drafts, readOnlyReason }
  return (
    <ConflictActionsProvider actions={actions}>
      <div className="flex flex-col gap-3 empty:hidden has-[[role=alert]]:pb-3">
        <ErrorPanel heading="There was a problem resolving the selected files" error={resolveError} />
        <ErrorPanel heading="There was a problem resetting the selected files" error={resetError} />
        <UnsavedTexts files={conflict.files} drafts={drafts} />
      </div>
      <FileList files={conflict.files} />
      <ResetDialog
        files={resetting}
        onClose={() => setResetting([])}
        onConfirm={() => {
          operations.reset(resetting)
          setResetting([])
        }}
      />
    </ConflictActionsProvider>
  )
}

const isEditedByHand = ({ lastModifiedUtc, resolvedAs }: ConflictFile): boolean =>
  resolvedAs === 'Manual' || (resolvedAs === null && lastModifiedUtc !== null)

/** Which rows are open. */
function useExpansion() {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  return {
    isExpanded: (fileId: string) => expanded.has(fileId),
    setExpanded: (fileId: string, isExpanded: boolean) =>
      setExpanded((before) => {
        const others = [...before].filter((id) => id !== fileId)
        return new Set(isExpanded ? [...others, fileId] : others)
      }),
  }
}

function FileList({ files }: { files: readonly ConflictFile[] }) {
  const { isExpanded, names } = useConflictActions()
  const { local, remote } = names
  const columns = useMemo(() => fileColumns({ local, remote }), [local, remote])
  const [text, setText] = useState('')
  const [hidesResolved, setHidesResolved] = useState(false)
  const shown = useMemo(() => filterFiles(files, { text, hidesResolved }), [files, text, hidesResolved])
  const selection = useSelection(shown)
  const selected = useMemo(() => {
    const ids = new Set(selection.ids)
    return shown.filter(({ id }) => ids.has(id))
  }, [shown, selection.ids])
  const showAll = () => {
    setText('')
    setHidesResolved(false)
  }
  return (
    <>
      <FilesToolbar
        files={files}
        selected={selected}
        filter={{ text, setText, hidesResolved, setHidesResolved }}
      />
      <DataTable
        label="Files"
        columns={columns}
        groups={[{ title: '', rows: shown }]}
        rowName={({ filePath }) => filePath}
        selection={selection}
        isTwoLine
        isMarked={(file) => !isResolved(file)}
        cardsBelowRem={60}
        details={{
          isOpen: (file) => isExpanded(file.id) && whyNotExpand(file) === null,
          render: (file) => <FileEditor file={file} />,
        }}
        footer={<TableFooter shown={shown.length} total={files.length} selected={selected.length} />}
        empty={
          files.length === 0 ? (
            <EmptyState title="There are no files in this conflict." />
          ) : (
            <EmptyState
              title="No files match your filter criteria"
              action={<Button onClick={showAll}>Clear filter</Button>}
            />
          )
        }
      />
    </>
  )
}

interface ResetDialogProps {
  /** Closed while there are none. */
  files: readonly ConflictFile[]
  onClose: () => void
  onConfirm: () => void
}

/** Asks before resolutions and edits are taken back, because nothing brings them again. */
const ResetDialog = ({ files, onClose, onConfirm }: ResetDialogProps) => (
  <ConfirmDialog
    isOpen={files.length > 0}
    onClose={onClose}
    title={`Reset ${plural(files.length, 'file')}?`}
    action="Reset"
    isPending={false}
    problem={null}
    onConfirm={onConfirm}
  >
    Their resolutions are taken back, and edits of their results are lost.
  </ConfirmDialog>
)

interface FileFilterState {
  text: string
  setText: (text: string) => void
  hidesResolved: boolean
  setHidesResolved: (hides: boolean) => void
}

interface FilesToolbarProps {
  files: readonly ConflictFile[]
  selected: readonly ConflictFile[]
  filter: FileFilterState
}

const bulkResolutions: readonly ConflictResolution[] = [
  'TakeLocal',
  'PreferLocal',
  'PreferRemote',
  'TakeRemote',
]

/** What is done with the selected files or with all, and what narrows the list. */
function FilesToolbar({ files, selected, filter }: FilesToolbarProps) {
  const { names, readOnlyReason, operationOf, resolve, reset } = useConflictActions()
  const isBusy = (some: readonly ConflictFile[]) => some.some(({ id }) => operationOf(id) !== null)
  const whyNot = (some: readonly ConflictFile[], whenNone: string) => {
    if (readOnlyReason !== null) return readOnlyReason
    if (some.length === 0) return whenNone
    return isBusy(some) ? 'Wait until the files are saved.' : null
  }
  const whyNotSelected = whyNot(selected, 'Select files first.')
  return (
    <TableToolbar
      label="Actions for files"
      actions={
        <>
          {bulkResolutions.map((resolution) => (
            <Button
              key={resolution}
              disabledReason={whyNotSelected}
              onClick={() => resolve(selected, resolution)}
            >
              <span className="max-w-60 truncate">{resolutionName(resolution, names)}</span>
            </Button>
          ))}
          <Button disabledReason={whyNotSelected} onClick={() => reset(selected)}>
            Reset
          </Button>
          <Button
            intent="quiet"
            disabledReason={whyNot(files, 'There are no files.')}
            onClick={() => reset(files)}
          >
            Reset all
          </Button>
        </>
      }
    >
      <FilterBox label="Filter files" value={filter.text} onChange={filter.setText} />
      <span className="text-fg-2 flex items-center gap-2 px-1">
        <Checkbox
          id="hide-resolved"
          aria-labelledby="hide-resolved-label"
          checked={filter.hidesResolved}
          onCheckedChange={filter.setHidesResolved}
        />
        <label id="hide-resolved-label" htmlFor="hide-resolved">
          Hide resolved
        </label>
      </span>
    </TableToolbar>
  )
}
