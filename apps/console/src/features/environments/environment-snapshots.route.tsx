import type { EnvironmentSnapshot } from '@sluice/contract/environment-snapshot'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { CommitLink } from '../repository/repository-links.tsx'
import { MemberName } from '../workspaces/member-name.tsx'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/environments/$environmentSlug/snapshots',
)({ component: SnapshotsTab, staticData: { title: 'Snapshots' } })

/** Newest first. Rolling back to one is still to come. */
function SnapshotsTab() {
  const { id } = useEnvironment()
  const select = useCallback(
    (rows: ReadonlyMap<string, EnvironmentSnapshot>) =>
      [...rows.values()]
        .filter((snapshot) => snapshot.environmentId === id)
        .toSorted((a, b) => b.number - a.number),
    [id],
  )
  const snapshots = useDerived(entities.environmentSnapshots, select)
  return (
    <DataTable
      label="Snapshots"
      footer={<p className="text-fg-2 pt-3">Stuff coming</p>}
      columns={snapshotColumns}
      groups={[{ title: '', rows: snapshots }]}
      rowName={(snapshot) => snapshot.title}
      empty={<EmptyState title="No snapshots exist of this environment" />}
    />
  )
}

const snapshotColumns: readonly Column<EnvironmentSnapshot>[] = [
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
