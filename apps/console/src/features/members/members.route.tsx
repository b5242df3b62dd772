import type { Member } from '@sluice/contract/member'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { visibleColumns } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { useTablePreferences } from '../../platform/tables/preferences.ts'
import { TableFooter } from '../../platform/tables/table-footer.tsx'
import { ColumnChooser, FilterBox, TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { memberColumns } from './member-columns.tsx'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/members')({
  component: MembersPage,
  staticData: { title: 'Members' },
})

const nameOf = ({ userFirstName, userLastName }: Member) => `${userFirstName} ${userLastName}`

const byName = (rows: ReadonlyMap<string, Member>) =>
  [...rows.values()].toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'en', { sensitivity: 'base' }))

/** The people of the workspace, with their access levels. */
function MembersPage() {
  const { ownerUserId } = useWorkspace()
  const [preferences, change] = useTablePreferences('members')
  const columns = useMemo(() => memberColumns(ownerUserId), [ownerUserId])
  const all = useDerived(entities.members, byName)
  const wanted = preferences.filter.trim().toLowerCase()
  const rows = all.filter((member) =>
    `${nameOf(member)} ${member.userEmailAddress}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      <PageHeader title="Members" />
      <TableToolbar label="Members">
        <FilterBox
          label="Filter members"
          value={preferences.filter}
          onChange={(filter) => change({ filter })}
        />
        <ColumnChooser
          columns={columns}
          hidden={preferences.hiddenColumns}
          onChange={(hiddenColumns) => change({ hiddenColumns })}
        />
      </TableToolbar>
      <DataTable
        label="Members"
        columns={visibleColumns(columns, preferences.hiddenColumns)}
        groups={[{ title: '', rows }]}
        rowName={nameOf}
        cardsBelowRem={57}
        empty={
          <EmptyState
            title="No members match your filter criteria"
            action={<Button onClick={() => change({ filter: '' })}>Clear filter</Button>}
          />
        }
        footer={<TableFooter shown={rows.length} total={all.length} />}
      />
    </>
  )
}
