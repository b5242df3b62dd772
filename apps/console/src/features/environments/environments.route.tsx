import type { Environment } from '@sluice/contract/environment'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { visibleColumns } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { type TablePreferences, useTablePreferences } from '../../platform/tables/preferences.ts'
import { useSelection } from '../../platform/tables/selection.ts'
import { TableFooter } from '../../platform/tables/table-footer.tsx'
import { ColumnChooser, FilterBox, OnlyMine, TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { useUser } from '../auth/session-context.tsx'
import { environmentColumns, hiddenAtFirst } from './environment-columns.tsx'
import { shownEnvironments } from './environment-filter.ts'
import { FlowMenu } from './flow-menu.tsx'
import { useStackEnvironments } from './use-stack-environments.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/environments',
)({
  component: EnvironmentsPage,
  staticData: { title: 'Environments' },
})

function EnvironmentsPage() {
  const [preferences, change] = useTablePreferences('environments', { hiddenColumns: hiddenAtFirst })
  const user = useUser()
  const all = useStackEnvironments()
  const createdByUserId = preferences.onlyMine ? (user?.id ?? null) : null
  const shown = useMemo(
    () => shownEnvironments(all, { text: preferences.filter, createdByUserId }),
    [all, preferences.filter, createdByUserId],
  )
  const selection = useSelection(shown)
  return (
    <>
      <PageHeader title="Environments" />
      <TableToolbar label="Environment actions" actions={<FlowMenu environmentIds={selection.ids} />}>
        <OnlyMine value={preferences.onlyMine} onChange={(onlyMine) => change({ onlyMine })} />
        <FilterBox
          label="Filter environments"
          value={preferences.filter}
          onChange={(filter) => change({ filter })}
        />
        <ColumnChooser
          columns={environmentColumns}
          hidden={preferences.hiddenColumns}
          onChange={(hiddenColumns) => change({ hiddenColumns })}
        />
      </TableToolbar>
      <DataTable
        footer={<TableFooter shown={shown.length} total={all.length} selected={selection.ids.length} />}
        label="Environments"
        columns={visibleColumns(environmentColumns, preferences.hiddenColumns)}
        groups={groupsOf(shown)}
        rowName={(environment) => environment.name}
        selection={selection}
        isTwoLine
        empty={<NoEnvironments isEmpty={all.length === 0} onClear={change} />}
      />
    </>
  )
}

const groupsOf = (shown: readonly Environment[]) =>
  [
    { title: 'Production', rows: shown.filter((environment) => environment.isProduction) },
    { title: 'Sandboxes', rows: shown.filter((environment) => !environment.isProduction) },
  ].filter((group) => group.rows.length > 0)

function NoEnvironments({
  isEmpty,
  onClear,
}: {
  isEmpty: boolean
  onClear: (c: Partial<TablePreferences>) => void
}) {
  if (isEmpty) return <EmptyState title="No environments exist in this stack" />
  return (
    <EmptyState
      title="No environments match your filter criteria"
      action={<Button onClick={() => onClear({ filter: '', onlyMine: false })}>Clear filter</Button>}
    />
  )
}
