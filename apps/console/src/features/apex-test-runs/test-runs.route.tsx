import type { ApexTestRun } from '@sluice/contract/apex-test-run'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { visibleColumns } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { FilterChips } from '../../platform/tables/filter-chips.tsx'
import { listSearch, noFilter } from '../../platform/tables/list-filter.ts'
import { useTablePreferences } from '../../platform/tables/preferences.ts'
import { TableFooter } from '../../platform/tables/table-footer.tsx'
import { ColumnChooser, FilterBox, OnlyMine, TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { useListFilter } from '../../platform/tables/use-list-filter.ts'
import { Button } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { useUser } from '../auth/session-context.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { groupTestRuns, hiddenAtFirst, newestRunFirst, testRunColumns } from './test-run-columns.tsx'
import { useTestRuns, useTestRunTitle } from './test-run-link.tsx'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/test-runs',
)({
  validateSearch: listSearch,
  component: TestRunsPage,
  staticData: { title: 'Test runs' },
})

function TestRunsPage() {
  const [preferences, remember] = useTablePreferences('test-runs', { hiddenColumns: hiddenAtFirst })
  const [listFilter, change] = useListFilter({ preferences, remember })
  const user = useUser()
  const titleOf = useTestRunTitle()
  const all = useStackTestRuns()
  const { filter, onlyMine } = listFilter
  const { hiddenColumns } = preferences
  const userId = onlyMine ? (user?.id ?? null) : null
  const shown = useMemo(() => {
    const wanted = filter.trim().toLowerCase()
    return all.filter(
      (run) =>
        (userId === null || run.createdByUserId === userId) &&
        (wanted === '' || `${titleOf(run)} ${run.id}`.toLowerCase().includes(wanted)),
    )
  }, [all, filter, userId, titleOf])
  return (
    <>
      <PageHeader title="Test runs" />
      <TableToolbar label="Test run filters">
        <OnlyMine value={onlyMine} onChange={(value) => change({ onlyMine: value })} />
        <FilterBox label="Filter test runs" value={filter} onChange={(text) => change({ filter: text })} />
        <ColumnChooser
          columns={testRunColumns}
          hidden={hiddenColumns}
          onChange={(hidden) => remember({ hiddenColumns: hidden })}
        />
      </TableToolbar>
      <FilterChips filter={listFilter} onChange={change} />
      <DataTable
        footer={<TableFooter shown={shown.length} total={all.length} selected={0} />}
        label="Test runs"
        columns={visibleColumns(testRunColumns, hiddenColumns)}
        groups={groupTestRuns(shown)}
        rowName={titleOf}
        cardsBelowRem={72}
        empty={
          all.length === 0 ? (
            <EmptyState title="No test runs exist in this stack">
              Apex tests run by themselves, started from the environments, and as a part of deployments.
            </EmptyState>
          ) : (
            <EmptyState
              title="No test runs match your filter criteria"
              action={<Button onClick={() => change(noFilter)}>Clear filter</Button>}
            />
          )
        }
      />
    </>
  )
}

function useStackTestRuns(): readonly ApexTestRun[] {
  const { id } = useStack()
  const select = useCallback(
    (rows: ReadonlyMap<string, ApexTestRun>) =>
      [...rows.values()].filter((run) => run.stackId === id).toSorted(newestRunFirst),
    [id],
  )
  return useTestRuns(select)
}
