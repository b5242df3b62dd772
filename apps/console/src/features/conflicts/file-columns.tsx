import {
  type ConflictFile,
  type ConflictResolution,
  type SideChange,
  conflictResolution,
} from '@sluice/contract/conflict'
import { ChevronRight, History, LoaderCircle } from 'lucide-react'
import { formatBytes } from '../../platform/format/bytes.ts'
import { plural } from '../../platform/format/plural.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { Button } from '../../platform/ui/button.tsx'
import { cn } from '../../platform/ui/cn.ts'
import { StatusIcon, StatusText } from '../../platform/ui/status.tsx'
import { ChangeTypeMark } from '../jobs/change-type-mark.tsx'
import { MemberName } from '../workspaces/member-name.tsx'
import { useConflictActions } from './conflict-context.tsx'
import { editorId } from './file-editor.tsx'
import { pressedClasses, whyNotExpand, whyNotResolveAs } from './resolution-rules.ts'
import { resolutionName, type SideNames } from './side-names.ts'

/** The columns of the files, with the sides by their names. */
export const fileColumns = (names: SideNames): readonly Column<ConflictFile>[] => [
  { id: 'file', label: 'File', width: 'auto', cell: (file) => <FileCell file={file} /> },
  {
    id: 'local',
    label: names.local,
    width: '7rem',
    cell: (file) => <SideCell change={file.localChange} sizeBytes={file.sizeBytesLocal} />,
  },
  {
    id: 'resolution',
    label: 'Resolution',
    width: '27.5rem',
    cell: (file) => <ResolutionCell file={file} />,
  },
  {
    id: 'remote',
    label: names.remote,
    width: '7rem',
    cell: (file) => <SideCell change={file.remoteChange} sizeBytes={file.sizeBytesRemote} />,
  },
]

function FileCell({ file }: { file: ConflictFile }) {
  const { isExpanded, setExpanded } = useConflictActions()
  const reason = whyNotExpand(file)
  const isOpen = reason === null && isExpanded(file.id)
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Button
        size="iconSm"
        intent="quiet"
        aria-label={`Edit ${file.filePath}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? editorId(file) : undefined}
        disabledReason={reason}
        onClick={() => setExpanded(file.id, !isOpen)}
      >
        <ChevronRight aria-hidden className={cn('transition-transform', isOpen && 'rotate-90')} />
      </Button>
      <div className="min-w-0 flex-1">
        <Path path={file.filePath} />
        <p className="text-12 text-fg-2 truncate">{reason ?? <LastEdit file={file} />}</p>
      </div>
    </div>
  )
}

/** The name stays in sight when there is no room for the folders. */
function Path({ path }: { path: string }) {
  const at = path.lastIndexOf('/') + 1
  return (
    <p title={path} className="text-12 text-fg flex min-w-0 font-mono">
      <span className="text-fg-2 min-w-0 truncate">{path.slice(0, at)}</span>
      <span className="max-w-full shrink-0 truncate font-medium">{path.slice(at)}</span>
    </p>
  )
}

function LastEdit({ file }: { file: ConflictFile }) {
  if (file.resolvedAs !== null || file.lastModifiedUtc === null || file.lastModifiedByUserId === null)
    return null
  return (
    <>
      Last changed by <MemberName userId={file.lastModifiedByUserId} />{' '}
      <Timestamp moment={file.lastModifiedUtc} />
    </>
  )
}

const SideCell = ({ change, sizeBytes }: { change: SideChange; sizeBytes: number | null }) => (
  <>
    <ChangeTypeMark changeType={change} />
    <p className="text-12 text-fg-3">{sizeBytes === null ? null : formatBytes(sizeBytes)}</p>
  </>
)

/** The choices for a file, and what has become of it. */
function ResolutionCell({ file }: { file: ConflictFile }) {
  const { operationOf } = useConflictActions()
  const isBusy = operationOf(file.id) !== null
  return (
    <div className="flex min-w-0 flex-col gap-0.5 py-1">
      <fieldset aria-label={`Resolution of ${file.filePath}`} className="flex min-w-0 gap-1 cards:flex-wrap">
        {conflictResolution.options.map((resolution) => (
          <Choice key={resolution} file={file} resolution={resolution} isBusy={isBusy} />
        ))}
      </fieldset>
      <div className="text-12 flex min-h-6 items-center gap-2">
        <FileState file={file} />
      </div>
    </div>
  )
}

interface ChoiceProps {
  file: ConflictFile
  resolution: ConflictResolution
  isBusy: boolean
}

function Choice({ file, resolution, isBusy }: ChoiceProps) {
  const { names, readOnlyReason, resolve, setExpanded } = useConflictActions()
  const name = resolutionName(resolution, names)
  const isChosen = file.resolvedAs === resolution
  const choose = () => {
    // By hand means in the editor, where the text is accepted once no conflict is left.
    if (resolution === 'Manual') setExpanded(file.id, true)
    else if (!isChosen) resolve([file], resolution)
  }
  return (
    <Button
      size="sm"
      aria-pressed={isChosen}
      disabled={isBusy}
      disabledReason={isBusy ? null : (readOnlyReason ?? whyNotResolveAs(file, resolution))}
      title={name}
      className={cn(
        'block h-6 max-w-full min-w-0 shrink truncate px-1.5 shadow-none',
        isChosen && pressedClasses,
      )}
      onClick={choose}
    >
      {name}
    </Button>
  )
}

const operationNames = { saving: 'Saving...', resetting: 'Resetting...' } as const

function FileState({ file }: { file: ConflictFile }) {
  const { operationOf, readOnlyReason, reset } = useConflictActions()
  const operation = operationOf(file.id)
  if (operation !== null)
    return (
      <span className="text-fg-2 inline-flex items-center gap-1.5">
        <LoaderCircle aria-hidden className="size-3.5 animate-spin" />
        {operationNames[operation]}
      </span>
    )
  if (file.resolvedAs === null)
    return (
      <>
        <StatusText status="Waiting" label="Waiting" />
        <OfferEarlier file={file} />
      </>
    )
  return (
    <>
      <span className="text-fg-2 flex min-w-0 items-center gap-1.5">
        <StatusIcon status="Succeeded" className="size-3.5" />
        <span className="truncate">
          <Resolver file={file} /> <Timestamp moment={file.resolvedUtc} />
        </span>
      </span>
      <Button
        size="sm"
        intent="quiet"
        className="h-6 px-1.5"
        aria-label={`Reset ${file.filePath}`}
        disabledReason={readOnlyReason}
        onClick={() => reset([file])}
      >
        Reset
      </Button>
    </>
  )
}

/** Offers what was done when the same conflicted before. */
function OfferEarlier({ file }: { file: ConflictFile }) {
  const { readOnlyReason, resolveAgain, setExpanded } = useConflictActions()
  const { earlier } = file
  if (earlier === null) return null
  const again = async () => {
    // An open editor has the text of before.
    setExpanded(file.id, false)
    if (!(await resolveAgain(file))) setExpanded(file.id, true)
  }
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <History aria-hidden className="text-fg-3 size-3.5 shrink-0" />
      <span className="text-fg-2 truncate">
        {earlier.isSameFile ? 'Resolved before' : `${plural(earlier.elements, 'conflict')} resolved before`}
      </span>
      <Button
        size="sm"
        className="h-6 px-1.5 shadow-none"
        aria-label={`Use the earlier resolution of ${file.filePath}`}
        disabledReason={readOnlyReason}
        onClick={() => void again()}
      >
        Use again
      </Button>
    </span>
  )
}

const Resolver = ({ file }: { file: ConflictFile }) =>
  file.resolvedByUserId === null ? (
    'Resolved automatically'
  ) : (
    <>
      Resolved by <MemberName userId={file.resolvedByUserId} />
    </>
  )
