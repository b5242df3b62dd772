import type { ConflictFile, ConflictResolution } from '@sluice/contract/conflict'
import { FilterBox, TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Checkbox } from '../../platform/ui/checkbox.tsx'
import { useConflictActions } from './conflict-context.tsx'
import { resolutionNames } from './resolution-rules.ts'

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
export function FilesToolbar({ files, selected, filter }: FilesToolbarProps) {
  const { readOnlyReason, operationOf, resolve, reset } = useConflictActions()
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
              {resolutionNames[resolution]}
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
