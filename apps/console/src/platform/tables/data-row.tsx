import { memo, useCallback } from 'react'
import { Checkbox } from '../ui/checkbox.tsx'
import { cn } from '../ui/cn.ts'
import type { Column } from './column.ts'

interface Place {
  index: number
  /** Reports the measured height of the row to the virtual list. */
  measure: (element: Element | null) => void
}

interface GroupRowProps extends Place {
  title: string
  count: number
  span: number
}

export function GroupRow({ index, measure, title, count, span }: GroupRowProps) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} className="max-sm:block">
      <th
        scope="rowgroup"
        colSpan={span}
        className="border-line bg-sunken text-12 h-8 border-b px-3 text-left font-semibold max-sm:flex max-sm:items-center max-sm:gap-1"
      >
        {title} <span className="text-fg-3 font-normal">{count}</span>
      </th>
    </tr>
  )
}

interface DataRowProps<T> extends Place {
  row: T
  name: string
  columns: readonly Column<T>[]
  isTwoLine: boolean
  isSelected: boolean
  toggle: ((id: string, isSelected: boolean) => void) | undefined
}

function PlainRow<T extends { id: string }>(props: DataRowProps<T>) {
  const { index, measure, row, name, columns, isTwoLine, isSelected, toggle } = props
  const onCheckedChange = useCallback((isChecked: boolean) => toggle?.(row.id, isChecked), [toggle, row.id])
  const [first, ...rest] = columns
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={toggle ? isSelected : undefined}
      className={cn(
        'hover:bg-hover max-sm:border-line max-sm:relative max-sm:block max-sm:border-b max-sm:py-2',
        toggle && 'max-sm:pl-7',
        isTwoLine ? 'sm:h-14' : 'sm:h-9',
        isSelected && 'bg-selected hover:bg-selected',
      )}
    >
      {toggle ? (
        <td className="border-line border-b pl-3 max-sm:absolute max-sm:top-2.5 max-sm:left-0 max-sm:border-0">
          <Checkbox aria-label={`Select ${name}`} checked={isSelected} onCheckedChange={onCheckedChange} />
        </td>
      ) : null}
      {first ? (
        <td className="border-line truncate border-b px-3 max-sm:block max-sm:border-0 max-sm:pb-1 max-sm:whitespace-normal">
          {first.cell(row)}
        </td>
      ) : null}
      {rest.map((column) => (
        <td
          key={column.id}
          className="border-line text-fg-2 truncate border-b px-3 max-sm:grid max-sm:grid-cols-[6.5rem_minmax(0,1fr)] max-sm:items-baseline max-sm:border-0 max-sm:py-0.5 max-sm:whitespace-normal"
        >
          <span aria-hidden className="text-fg-3 text-12 sm:hidden">
            {column.label}
          </span>
          <div className="min-w-0 sm:truncate">{column.cell(row)}</div>
        </td>
      ))}
    </tr>
  )
}

// One push changes one row; the others keep their identity and are not rendered again.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo() forgets that the component is generic
export const DataRow = memo(PlainRow) as typeof PlainRow
