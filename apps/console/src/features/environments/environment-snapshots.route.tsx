import type { EnvironmentSnapshot } from '@sluice/contract/environment-snapshot'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { snapshotColumns } from './snapshot-columns.tsx'

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
