import type { Member } from '@sluice/contract/member'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { visibleColumns } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { FilterChips } from '../../platform/tables/filter-chips.tsx'
import { listSearch, noFilter } from '../../platform/tables/list-filter.ts'
import { useTablePreferences } from '../../platform/tables/preferences.ts'
import { useSelection } from '../../platform/tables/selection.ts'
import { TableFooter } from '../../platform/tables/table-footer.tsx'
import { ColumnChooser, FilterBox, TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { useListFilter } from '../../platform/tables/use-list-filter.ts'
import { Button } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { hiddenAtFirst, memberColumns } from './member-columns.tsx'
import { nameOf } from './member-rules.ts'
import { MemberStatusFilter, memberStatusLabels, statusChoice } from './member-status-filter.tsx'
import { SelectedMembersActions } from './selected-members-actions.tsx'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/members')({
  validateSearch: listSearch,
  component: MembersPage,
  staticData: { title: 'Members' },
})

const byName = (rows: ReadonlyMap<string, Member>) =>
  [...rows.values()].toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'en', { sensitivity: 'base' }))

const labels = { statuses: memberStatusLabels }

/** The people of the workspace, with their access levels. */
function MembersPage() {
  const { ownerUserId } = useWorkspace()
  const [preferences, remember] = useTablePreferences('members', { hiddenColumns: hiddenAtFirst })
  const [filter, change] = useListFilter({ preferences, remember }, labels)
  const columns = useMemo(() => memberColumns(ownerUserId), [ownerUserId])
  const all = useDerived(entities.members, byName)
  const wanted = filter.filter.trim().toLowerCase()
  const status = statusChoice(filter.status)
  const rows = all.filter(
    (member) =>
      (status === 'All' || member.status === status) &&
      `${nameOf(member)} ${member.userEmailAddress}`.toLowerCase().includes(wanted),
  )
  const selection = useSelection(rows)
  const selected = rows.filter((member) => selection.has(member.id))
  return (
    <>
      <PageHeader title="Members" />
      <TableToolbar
        label="Members"
        actions={<SelectedMembersActions members={selected} onDone={selection.clear} />}
      >
        <MemberStatusFilter value={status} onChange={(chosen) => change({ status: chosen })} />
        <FilterBox
          label="Filter members"
          value={filter.filter}
          onChange={(text) => change({ filter: text })}
        />
        <ColumnChooser
          columns={columns}
          hidden={preferences.hiddenColumns}
          onChange={(hiddenColumns) => remember({ hiddenColumns })}
        />
      </TableToolbar>
      <FilterChips filter={filter} labels={labels} onChange={change} />
      <DataTable
        label="Members"
        columns={visibleColumns(columns, preferences.hiddenColumns)}
        groups={[{ title: '', rows }]}
        rowName={nameOf}
        selection={selection}
        cardsBelowRem={57}
        empty={
          <EmptyState
            title="No members match your filter criteria"
            action={<Button onClick={() => change({ ...noFilter, status: 'All' })}>Clear filter</Button>}
          />
        }
        footer={<TableFooter shown={rows.length} total={all.length} selected={selection.ids.length} />}
      />
    </>
  )
}
