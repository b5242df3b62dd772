import type { Schedule } from '@sluice/contract/schedule'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { visibleColumns } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { FilterChips } from '../../platform/tables/filter-chips.tsx'
import { listSearch, noFilter } from '../../platform/tables/list-filter.ts'
import { useTablePreferences } from '../../platform/tables/preferences.ts'
import { useSelection } from '../../platform/tables/selection.ts'
import { TableFooter } from '../../platform/tables/table-footer.tsx'
import { ColumnChooser, FilterBox, OnlyMine, TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { useListFilter } from '../../platform/tables/use-list-filter.ts'
import { Button } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { useUser } from '../auth/session-context.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { NewScheduleLink } from './new-schedule-link.tsx'
import { hiddenAtFirst, scheduleColumns } from './schedule-columns.tsx'
import { byName, shownSchedules } from './schedule-filter.ts'
import { scheduleFilterLabels, ScheduleStatusFilter, ScheduleTypeFilter } from './schedule-filters.tsx'
import { SelectedSchedulesActions } from './selected-schedules-actions.tsx'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/schedules',
)({ validateSearch: listSearch, component: SchedulesPage, staticData: { title: 'Schedules' } })

/** The schedules of the stack, with what can be done with several of them. */
function SchedulesPage() {
  const [preferences, remember] = useTablePreferences('schedules', { hiddenColumns: hiddenAtFirst })
  const [filter, change] = useListFilter({ preferences, remember }, scheduleFilterLabels)
  const user = useUser()
  const all = useStackSchedules()
  const { filter: text, choice: type, status, onlyMine } = filter
  const createdByUserId = onlyMine ? (user?.id ?? null) : null
  const shown = useMemo(
    () => shownSchedules(all, { text, type, status, createdByUserId }),
    [all, text, type, status, createdByUserId],
  )
  const selection = useSelection(shown)
  const selected = shown.filter((schedule) => selection.has(schedule.id))
  return (
    <>
      <PageHeader title="Schedules" actions={<NewScheduleLink />} />
      <TableToolbar
        label="Schedule actions"
        actions={<SelectedSchedulesActions schedules={selected} onDone={selection.clear} />}
      >
        <OnlyMine value={onlyMine} onChange={(value) => change({ onlyMine: value })} />
        <ScheduleTypeFilter value={type} onChange={(choice) => change({ choice })} />
        <ScheduleStatusFilter value={status} onChange={(value) => change({ status: value })} />
        <FilterBox label="Filter schedules" value={text} onChange={(value) => change({ filter: value })} />
        <ColumnChooser
          columns={scheduleColumns}
          hidden={preferences.hiddenColumns}
          onChange={(hiddenColumns) => remember({ hiddenColumns })}
        />
      </TableToolbar>
      <FilterChips filter={filter} labels={scheduleFilterLabels} onChange={change} />
      <DataTable
        footer={<TableFooter shown={shown.length} total={all.length} selected={selection.ids.length} />}
        label="Schedules"
        columns={visibleColumns(scheduleColumns, preferences.hiddenColumns)}
        groups={[{ title: '', rows: shown }]}
        rowName={({ name }) => name}
        selection={selection}
        cardsBelowRem={67}
        empty={
          all.length === 0 ? (
            <EmptyState title="No schedules exist in this stack">
              A schedule starts jobs by itself, for example a flow in every night.
            </EmptyState>
          ) : (
            <EmptyState
              title="No schedules match your filter criteria"
              action={<Button onClick={() => change(noFilter)}>Clear filter</Button>}
            />
          )
        }
      />
    </>
  )
}

function useStackSchedules(): readonly Schedule[] {
  const { id } = useStack()
  const select = useCallback(
    (rows: ReadonlyMap<string, Schedule>) =>
      [...rows.values()].filter((schedule) => schedule.stackId === id).toSorted(byName),
    [id],
  )
  return useDerived(entities.schedules, select)
}
