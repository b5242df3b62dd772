import type { ConflictFile, SideChange } from '@sluice/contract/conflict'
import { ChevronRight } from 'lucide-react'
import { formatBytes } from '../../platform/format/bytes.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { Button } from '../../platform/ui/button.tsx'
import { cn } from '../../platform/ui/cn.ts'
import { ChangeTypeMark } from '../jobs/change-type-mark.tsx'
import { MemberName } from '../workspaces/member-name.tsx'
import { useConflictActions } from './conflict-context.tsx'
import { editorId } from './editor-id.ts'
import { ResolutionCell } from './resolution-cell.tsx'
import { whyNotExpand } from './resolution-rules.ts'

export const fileColumns: readonly Column<ConflictFile>[] = [
  { id: 'file', label: 'File', width: 'auto', cell: (file) => <FileCell file={file} /> },
  {
    id: 'local',
    label: 'Local',
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
    label: 'Remote',
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
