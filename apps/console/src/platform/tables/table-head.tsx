import { Checkbox } from '../ui/checkbox.tsx'
import { cn } from '../ui/cn.ts'
import type { Column } from './column.ts'
import type { Selection } from './selection.ts'

const cell = 'h-8 border-b border-line bg-sunken px-3 text-left text-12 font-medium text-fg-2'

interface TableHeadProps {
  label: string
  columns: readonly Pick<Column<never>, 'id' | 'label' | 'width'>[]
  selection: Selection | undefined
}

/** Column widths and headings. On a narrow page only the checkbox shows; each value carries its label itself. */
export function TableHead({ label, columns, selection }: TableHeadProps) {
  return (
    <>
      <colgroup className="cards:hidden">
        {selection ? <col style={{ width: '2.5rem' }} /> : null}
        {columns.map((column) => (
          <col key={column.id} style={{ width: column.width }} />
        ))}
      </colgroup>
      <thead className="sticky top-0 z-10 cards:block">
        <tr aria-rowindex={1} className="cards:flex">
          {selection ? (
            <th scope="col" className={cn(cell, 'pr-0 cards:flex cards:w-full cards:items-center')}>
              <Checkbox
                aria-label={`Select all ${label.toLowerCase()}`}
                checked={selection.isAll}
                indeterminate={selection.isSome}
                onCheckedChange={selection.toggleAll}
              />
            </th>
          ) : null}
          {columns.map((column) => (
            <th key={column.id} scope="col" className={cn(cell, 'cards:sr-only')}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
    </>
  )
}
