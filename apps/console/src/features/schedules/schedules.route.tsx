import { jobCommandLabels } from '@sluice/contract/job-command-name'
import type { Schedule } from '@sluice/contract/schedule'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
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
import { Button, buttonClasses } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { Select } from '../../platform/ui/select.tsx'
import { useUser } from '../auth/session-context.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { DeleteSchedulesDialog } from './delete-schedules-dialog.tsx'
import {
  byName,
  filterableTypes,
  hiddenAtFirst,
  scheduleColumns,
  shownSchedules,
} from './schedule-columns.tsx'
import { useChangeSchedule } from './use-change-schedule.ts'

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

/** Leads to the wizard that creates a schedule, or says why it cannot be opened. */
function NewScheduleLink() {
  const params = useStackParams()
  const disabledReason = useNotAllowed()('createSchedule')
  const label = (
    <>
      <Plus aria-hidden /> New schedule
    </>
  )
  if (disabledReason !== null)
    return (
      <Button intent="primary" disabledReason={disabledReason}>
        {label}
      </Button>
    )
  return (
    <Link
      to={`${stackPath}/create-schedule`}
      params={params}
      className={buttonClasses({ intent: 'primary' })}
    >
      {label}
    </Link>
  )
}

const all = 'all'
/** What the list can be narrowed to, by its values. */
const scheduleFilterLabels = {
  types: Object.fromEntries(filterableTypes.map((type) => [type, jobCommandLabels[type]])),
  statuses: { Enabled: 'Enabled', Disabled: 'Disabled' },
}
const types: Record<string, string> = { [all]: 'All types', ...scheduleFilterLabels.types }
const statuses: Record<string, string> = { [all]: 'All statuses', ...scheduleFilterLabels.statuses }

interface FilterProps {
  value: string
  onChange: (value: string) => void
}

const ScheduleTypeFilter = (props: FilterProps) => (
  <Filter label="Job type" items={types} className="w-44 max-sm:w-full" {...props} />
)

const ScheduleStatusFilter = (props: FilterProps) => (
  <Filter label="Status" items={statuses} className="w-36 max-sm:w-full" {...props} />
)

interface ChoiceProps extends FilterProps {
  label: string
  items: Record<string, string>
  className: string
}

const Filter = ({ label, items, className, value, onChange }: ChoiceProps) => (
  <Select<string>
    aria-label={label}
    className={className}
    items={items}
    value={value in items ? value : all}
    onValueChange={(chosen) => onChange(chosen === all ? '' : chosen)}
  />
)

interface SelectedSchedulesActionsProps {
  schedules: readonly Schedule[]
  onDone: () => void
}

/** What can be done with the chosen schedules; the first reason against it closes a button. */
function SelectedSchedulesActions({ schedules, onDone }: SelectedSchedulesActionsProps) {
  const notAllowed = useNotAllowed()
  // The schedules may lose the selection by a push while the dialog is open.
  const [deleted, setDeleted] = useState<readonly Schedule[] | null>(null)
  const isNone = schedules.length === 0
  const reasonAgainst = (operation: 'updateSchedule' | 'deleteSchedule') =>
    schedules.map((schedule) => notAllowed(operation, schedule)).find((reason) => reason !== null) ?? null
  const updateReason = reasonAgainst('updateSchedule')
  const enable = useSwitch(schedules, true)
  const disable = useSwitch(schedules, false)
  const isSwitching = enable.isPending || disable.isPending
  return (
    <>
      <Button
        disabled={isNone || isSwitching}
        disabledReason={updateReason}
        isPending={enable.isPending}
        onClick={() => enable.mutate()}
      >
        Enable
      </Button>
      <Button
        disabled={isNone || isSwitching}
        disabledReason={updateReason}
        isPending={disable.isPending}
        onClick={() => disable.mutate()}
      >
        Disable
      </Button>
      <Button
        disabled={isNone}
        disabledReason={reasonAgainst('deleteSchedule')}
        onClick={() => setDeleted(schedules)}
      >
        Delete
      </Button>
      <DeleteSchedulesDialog
        isOpen={deleted !== null}
        schedules={deleted ?? []}
        problemHeading="There was a problem deleting the schedules"
        onClose={() => setDeleted(null)}
        onDeleted={() => {
          setDeleted(null)
          onDone()
        }}
      >
        <p>Are you sure you want to delete the following schedules?</p>
        <ul className="text-fg list-disc pt-2 pl-5 font-medium">
          {deleted?.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      </DeleteSchedulesDialog>
    </>
  )
}

/** Failures are only logged: what was switched shows in the list. */
function useSwitch(schedules: readonly Schedule[], isEnabled: boolean) {
  const change = useChangeSchedule()
  return useMutation({
    mutationFn: async () => {
      for (const schedule of schedules) {
        if (schedule.isEnabled === isEnabled) continue
        await change(schedule, { isEnabled }).catch((error: unknown) =>
          console.error(
            `The schedule "${schedule.name}" could not be ${isEnabled ? 'enabled' : 'disabled'}.`,
            error,
          ),
        )
      }
    },
  })
}
