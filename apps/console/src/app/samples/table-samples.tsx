import { useState } from 'react'
import type { Column } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { FilterChips } from '../../platform/tables/filter-chips.tsx'
import { type ListFilter, noFilter } from '../../platform/tables/list-filter.ts'
import { useSelection } from '../../platform/tables/selection.ts'
import { TableFooter } from '../../platform/tables/table-footer.tsx'
import { FilterBox, OnlyMine, TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { StatusText } from '../../platform/ui/status.tsx'
import { SampleSection } from './sample-section.tsx'

interface SampleRow {
  id: string
  name: string
  isMine: boolean
}

const rows: SampleRow[] = ['Production', 'QA', 'UAT'].map((name, index) => ({
  id: name,
  name,
  isMine: index > 0,
}))
const columns: Column<SampleRow>[] = [
  { id: 'name', label: 'Name', width: 'auto', isLocked: true, cell: ({ name }) => name },
  { id: 'status', label: 'Status', width: '10rem', cell: () => <StatusText status="Succeeded" /> },
]

export const TableSamples = () => (
  <SampleSection title="Tables">
    <FilteredTable />
    <div className="flex h-60 flex-col">
      <DataTable
        label="A table that is loading"
        columns={columns}
        groups={[]}
        rowName={({ name }) => name}
        isLoading
        empty={null}
      />
    </div>
  </SampleSection>
)

function FilteredTable() {
  const [filter, setFilter] = useState<ListFilter>(noFilter)
  const change = (changes: Partial<ListFilter>) => setFilter({ ...filter, ...changes })
  const wanted = filter.filter.trim().toLowerCase()
  const shown = rows.filter(
    ({ name, isMine }) => name.toLowerCase().includes(wanted) && (!filter.onlyMine || isMine),
  )
  const selection = useSelection(shown)
  return (
    <div className="flex h-100 flex-col">
      <TableToolbar
        label="Sample actions"
        actions={<Button disabled={selection.ids.length === 0}>Act</Button>}
      >
        <OnlyMine value={filter.onlyMine} onChange={(onlyMine) => change({ onlyMine })} />
        <FilterBox
          label="Filter samples"
          value={filter.filter}
          onChange={(text) => change({ filter: text })}
        />
      </TableToolbar>
      <FilterChips filter={filter} onChange={change} />
      <DataTable
        label="Samples"
        columns={columns}
        groups={[{ title: '', rows: shown }]}
        rowName={({ name }) => name}
        selection={selection}
        empty={
          <EmptyState
            title="No samples match your filter criteria"
            action={<Button onClick={() => change(noFilter)}>Clear filter</Button>}
          />
        }
        footer={<TableFooter shown={shown.length} total={rows.length} selected={selection.ids.length} />}
      />
    </div>
  )
}
