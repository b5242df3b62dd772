import type { ReactNode } from 'react'
import { VirtualRows } from '../../platform/tables/virtual-rows.tsx'
import { cn } from '../../platform/ui/cn.ts'

export interface ResultColumn<T> {
  label: string
  cell: (row: T) => ReactNode
  /** Columns without a width share what is left. */
  width?: string
  className?: string
  /** Identifies the row. In a card this cell comes first and has no label. */
  isTitle?: true
}

interface ResultTableProps<T> {
  label: string
  columns: readonly ResultColumn<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
}

/** A table of a job's result. In a frame that is too narrow for the columns each row becomes a card. */
export const ResultTable = <T,>({ label, columns, rows, keyOf }: ResultTableProps<T>) => (
  <VirtualRows
    label={label}
    items={rows}
    keyOf={keyOf}
    columns={columns}
    {...(columns.length > 2 && { neededRem: columns.length > 4 ? 42 : 35 })}
    renderRow={(row, place) => (
      <tr
        {...place}
        className="cards:border-line cards:grid cards:border-b cards:py-1.5 wide-cards:grid-cols-2"
      >
        {columns.map((column) => (
          <Cell key={column.label} column={column}>
            {column.cell(row)}
          </Cell>
        ))}
      </tr>
    )}
  />
)

function Cell<T>({
  column: { label, className, isTitle },
  children,
}: {
  column: ResultColumn<T>
  children: ReactNode
}) {
  const inCard = isTitle
    ? 'cards:order-first cards:block wide-cards:col-span-2'
    : 'cards:grid cards:grid-cols-[7rem_minmax(0,1fr)] cards:items-baseline cards:gap-x-2 cards:before:content-[attr(data-label)]'
  return (
    <td
      data-label={label}
      className={cn(
        'border-line border-b px-2 py-1.5 align-top wrap-anywhere cards:border-0 cards:py-0.5',
        'before:text-fg-3 before:text-12 before:font-sans',
        inCard,
        className,
      )}
    >
      <div className="min-w-0">{children}</div>
    </td>
  )
}
