import type { Member } from '@sluice/contract/member'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { type Column, visibleColumns } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { FilterChips } from '../../platform/tables/filter-chips.tsx'
import { listSearch, noFilter } from '../../platform/tables/list-filter.ts'
import { useTablePreferences } from '../../platform/tables/preferences.ts'
import { useSelection } from '../../platform/tables/selection.ts'
import { TableFooter } from '../../platform/tables/table-footer.tsx'
import { ColumnChooser, FilterBox, TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { useListFilter } from '../../platform/tables/use-list-filter.ts'
import { Button } from '../../platform/ui/button.tsx'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { Select } from '../../platform/ui/select.tsx'
import { MemberName } from '../workspaces/member-name.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { nameOf } from './member-rules.ts'
import { SelectedMembersActions } from './selected-members-actions.tsx'

const items = { Active: 'Active', Removed: 'Removed', All: 'All' } as const
type MemberStatusChoice = keyof typeof items

/** The choices that differ from the default. */
const memberStatusLabels = { Removed: items.Removed, All: items.All }

/** The stored choice; what an older release stored, or nothing, is the default. */
const statusChoice = (stored: string): MemberStatusChoice =>
  stored === 'Removed' || stored === 'All' ? stored : 'Active'

interface MemberStatusFilterProps {
  value: MemberStatusChoice
  /** Gives the value to keep; that of the default is empty. */
  onChange: (value: '' | keyof typeof memberStatusLabels) => void
}

const MemberStatusFilter = ({ value, onChange }: MemberStatusFilterProps) => (
  <Select
    aria-label="Status"
    className="w-32 max-sm:w-full"
    items={items}
    value={value}
    onValueChange={(chosen) => onChange(chosen === 'Active' ? '' : chosen)}
  />
)

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

const hiddenAtFirst = ['invitedBy']

/** The columns of the members of a workspace with this owner. */
const memberColumns = (ownerUserId: string | null): readonly Column<Member>[] => [
  {
    id: 'name',
    label: 'Name',
    width: 'auto',
    isLocked: true,
    cell: (member) => (
      <span className="text-fg flex items-center gap-2 font-medium">
        <span className="truncate">{`${member.userFirstName} ${member.userLastName}`}</span>
        {member.userId === ownerUserId ? <ToneChip tone="neutral">Owner</ToneChip> : null}
      </span>
    ),
  },
  {
    id: 'email',
    label: 'Email address',
    width: 'auto',
    cell: (member) => <span className="wrap-anywhere">{member.userEmailAddress}</span>,
  },
  { id: 'role', label: 'Role', width: '9rem', cell: (member) => member.accessLevel },
  { id: 'status', label: 'Status', width: '7rem', cell: (member) => member.status },
  {
    id: 'since',
    label: 'Member since',
    width: '9rem',
    cell: (member) => <Timestamp moment={member.createdUtc} />,
  },
  {
    id: 'invitedBy',
    label: 'Invited by',
    width: '10rem',
    cell: ({ invitedByUserId }) => (invitedByUserId ? <MemberName userId={invitedByUserId} /> : '—'),
  },
]
