import type { Stack } from '@sluice/contract/stack'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
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
import { Button, buttonClasses } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { DeleteStacksDialog } from './delete-stacks-dialog.tsx'
import { stackColumns } from './stack-columns.tsx'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/stacks')({
  validateSearch: listSearch,
  component: StacksPage,
  staticData: { title: 'Stacks' },
})

const byName = (rows: ReadonlyMap<string, Stack>) =>
  [...rows.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base' }))

function StacksPage() {
  const [preferences, remember] = useTablePreferences('stacks', { hiddenColumns: [] })
  const [filter, change] = useListFilter({ preferences, remember })
  const all = useDerived(entities.stacks, byName)
  const wanted = filter.filter.trim().toLowerCase()
  const rows = all.filter((stack) => `${stack.name} ${stack.slug}`.toLowerCase().includes(wanted))
  const selection = useSelection(rows)
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <PageHeader
        title="Stacks"
        actions={
          <>
            <MembersLink />
            <NewStackLink />
          </>
        }
      />
      <TableToolbar
        label="Stack actions"
        actions={
          <Button disabled={selection.ids.length === 0} onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden /> Delete
          </Button>
        }
      >
        <FilterBox
          label="Filter stacks"
          value={filter.filter}
          onChange={(value) => change({ filter: value })}
        />
        <ColumnChooser
          columns={stackColumns}
          hidden={preferences.hiddenColumns}
          onChange={(hiddenColumns) => remember({ hiddenColumns })}
        />
      </TableToolbar>
      <FilterChips filter={filter} onChange={change} />
      <DataTable
        footer={<TableFooter shown={rows.length} total={all.length} selected={selection.ids.length} />}
        label="Stacks"
        isTwoLine
        columns={visibleColumns(stackColumns, preferences.hiddenColumns)}
        groups={[{ title: '', rows }]}
        rowName={(stack) => stack.name}
        selection={selection}
        cardsBelowRem={64}
        empty={<NoStacks isEmpty={all.length === 0} onClear={() => change(noFilter)} />}
      />
      <DeleteStacksDialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        stacks={rows.filter((stack) => selection.ids.includes(stack.id))}
      />
    </>
  )
}

function MembersLink() {
  const params = Route.useParams()
  return (
    <Link to="/workspaces/$workspaceSlug/members" params={params} className={buttonClasses()}>
      <Users aria-hidden /> Members
    </Link>
  )
}

function NewStackLink() {
  const params = Route.useParams()
  return (
    <Link
      to="/workspaces/$workspaceSlug/create-stack"
      params={params}
      className={buttonClasses({ intent: 'primary' })}
    >
      <Plus aria-hidden /> New stack
    </Link>
  )
}

function NoStacks({ isEmpty, onClear }: { isEmpty: boolean; onClear: () => void }) {
  if (!isEmpty)
    return (
      <EmptyState
        title="No stacks match your filter criteria"
        action={<Button onClick={onClear}>Clear filter</Button>}
      />
    )
  return (
    <EmptyState title="No stacks exist in this workspace" action={<NewStackLink />}>
      A stack connects one Salesforce production org and one Git repository.
    </EmptyState>
  )
}
