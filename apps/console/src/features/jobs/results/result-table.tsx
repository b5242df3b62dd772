import type { ReactNode } from 'react'
import { VirtualRows } from '../../../platform/tables/virtual-rows.tsx'
import { cn } from '../../../platform/ui/cn.ts'

export interface ResultColumn<T> {
  label: string
  cell: (row: T) => ReactNode
  /** Columns without a width share what is left. */
  width?: string
  className?: string
}

interface ResultTableProps<T> {
  label: string
  columns: readonly ResultColumn<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
}

/** A table in a narrower frame scrolls sideways, because its cells would otherwise break names into single letters. */
function minWidthOf(columnCount: number): string {
  if (columnCount > 4) return 'min-w-176'
  return columnCount > 2 ? 'min-w-140' : ''
}

/** What a job lists, one row for each. */
export const ResultTable = <T,>({ label, columns, rows, keyOf }: ResultTableProps<T>) => (
  <VirtualRows
    label={label}
    items={rows}
    keyOf={keyOf}
    columns={columns}
    className={minWidthOf(columns.length)}
    renderRow={(row, place) => (
      <tr {...place}>
        {columns.map((column) => (
          <td
            key={column.label}
            className={cn('border-line border-b px-2 py-1.5 align-top wrap-anywhere', column.className)}
          >
            {column.cell(row)}
          </td>
        ))}
      </tr>
    )}
  />
)
