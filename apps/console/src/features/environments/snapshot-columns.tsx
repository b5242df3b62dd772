import type { EnvironmentSnapshot } from '@sluice/contract/environment-snapshot'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { CommitLink } from '../repository/repository-links.tsx'
import { MemberName } from '../workspaces/member-name.tsx'

export const snapshotColumns: readonly Column<EnvironmentSnapshot>[] = [
  {
    id: 'number',
    label: 'Number',
    width: '5rem',
    cell: (s) => <span className="font-medium">{s.number}</span>,
  },
  { id: 'title', label: 'Title', width: 'auto', cell: (s) => <span className="text-fg">{s.title}</span> },
  { id: 'created', label: 'Created', width: '8rem', cell: (s) => <Timestamp moment={s.createdUtc} /> },
  {
    id: 'createdBy',
    label: 'Created by',
    width: '9rem',
    cell: (s) => <MemberName userId={s.createdByUserId} />,
  },
  { id: 'branch', label: 'Git branch', width: '7rem', cell: (s) => s.gitBranchName },
  {
    id: 'head',
    label: 'Head commit',
    width: '8rem',
    cell: (s) => <Commit hash={s.environmentHeadCommitHash} />,
  },
  {
    id: 'parity',
    label: 'Parity commit',
    width: '8rem',
    cell: (s) => <Commit hash={s.environmentLatestKnownParityCommitHash} />,
  },
]

function Commit({ hash }: { hash: string | null }) {
  if (hash === null) return <span className="text-fg-3">—</span>
  return <CommitLink hash={hash} className="text-12" />
}
