import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Column, visibleColumns } from './column.ts'
import { DataTable } from './data-table.tsx'
import { useSelection } from './selection.ts'
import { TableFooter } from './table-footer.tsx'
import { ColumnChooser } from './table-toolbar.tsx'

interface Row {
  id: string
  title: string
}

const columns: readonly Column<Row>[] = [
  { id: 'title', label: 'Title', width: 'auto', isLocked: true, cell: (row) => row.title },
  { id: 'id', label: 'ID', width: '8rem', cell: (row) => row.id },
]

function Example({ count }: { count: number }) {
  const [rows] = useState(() =>
    Array.from({ length: count }, (_, index) => ({ id: `r${index}`, title: `Row ${index}` })),
  )
  const [hidden, setHidden] = useState<string[]>([])
  const selection = useSelection(rows)
  return (
    <div style={{ height: 500 }} className="flex flex-col">
      <ColumnChooser columns={columns} hidden={hidden} onChange={setHidden} />
      <DataTable
        label="Rows"
        columns={visibleColumns(columns, hidden)}
        groups={[{ title: 'Group', rows }]}
        rowName={(row) => row.title}
        selection={selection}
        empty={<p>Nothing</p>}
        footer={<TableFooter shown={rows.length} total={rows.length} selected={selection.ids.length} />}
      />
    </div>
  )
}

test('of five thousand rows only those in sight are in the page', async () => {
  await render(<Example count={5000} />)
  await expect.element(page.getByRole('table', { name: 'Rows' })).toHaveAttribute('aria-rowcount', '5002')
  expect(document.querySelectorAll('tbody tr').length).toBeLessThan(60)
})

test('selecting all counts rows that are out of sight', async () => {
  await render(<Example count={5000} />)
  await page.getByRole('checkbox', { name: 'Select all rows' }).click()
  await expect.element(page.getByText('Showing 5,000 of 5,000 total · 5,000 selected')).toBeVisible()
})

test('a column can be hidden, a locked one cannot', async () => {
  await render(<Example count={3} />)
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect
    .element(page.getByRole('menuitemcheckbox', { name: 'Title' }))
    .toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitemcheckbox', { name: 'ID' }).click()
  await expect
    .element(page.getByRole('columnheader', { name: 'ID', includeHidden: true }))
    .not.toBeInTheDocument()
})
