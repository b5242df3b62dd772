import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../../platform/format/plural.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { cn } from '../../../platform/ui/cn.ts'

/** How many rows show at first; a result may have tens of thousands. */
const firstRows = 50
const moreRows = 500

export interface ResultColumn<T> {
  label: string
  cell: (row: T) => ReactNode
  className?: string
}

interface ResultTableProps<T> {
  label: string
  columns: readonly ResultColumn<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
}

export function ResultTable<T>({ label, columns, rows, keyOf }: ResultTableProps<T>) {
  const [limit, setLimit] = useState(firstRows)
  return (
    <>
      <section
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={label}
        className="max-h-128 overflow-auto"
      >
        <table className={cn('w-full border-separate border-spacing-0', columns.length > 2 && 'min-w-140')}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.label}
                  scope="col"
                  className="border-line bg-surface text-12 text-fg-2 sticky top-0 h-7 border-b pr-4 text-left font-medium whitespace-nowrap"
                >
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, limit).map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column) => (
                  <td
                    key={column.label}
                    className={`border-line border-b py-1.5 pr-4 align-top ${column.className ?? ''}`}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > limit ? (
        <p className="text-12 text-fg-2 flex items-center gap-3 pt-2">
          {`Showing ${formatNumber(limit)} of ${formatNumber(rows.length)}`}
          <Button size="sm" onClick={() => setLimit(limit + moreRows)}>
            Show more
          </Button>
        </p>
      ) : null}
    </>
  )
}
