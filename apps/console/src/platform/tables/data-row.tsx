import { memo, type ReactNode, useCallback } from 'react'
import { Checkbox } from '../ui/checkbox.tsx'
import { cn } from '../ui/cn.ts'
import type { Column } from './column.ts'
import { isClickOnRow } from './row-actions.ts'

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
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} className="cards:block">
      <th
        scope="rowgroup"
        colSpan={span}
        className="border-line bg-sunken text-12 h-8 border-b px-3 text-left font-semibold cards:flex cards:items-center cards:gap-1"
      >
        {title} <span className="text-fg-3 font-normal">{count}</span>
      </th>
    </tr>
  )
}

/** Heads a part of a group. */
export const PartRow = ({ index, measure, title, span }: Omit<GroupRowProps, 'count'>) => (
  <tr ref={measure} data-index={index} aria-rowindex={index + 2} className="cards:block">
    <td
      colSpan={span}
      className="border-line text-12 text-fg-2 h-7 border-b px-3 font-medium cards:flex cards:items-center"
    >
      {title}
    </td>
  </tr>
)

interface DetailRowProps extends Place {
  span: number
  children: ReactNode
}

/** What a row shows below itself. */
export const DetailRow = ({ index, measure, span, children }: DetailRowProps) => (
  <tr ref={measure} data-index={index} aria-rowindex={index + 2} className="cards:block">
    <td colSpan={span} className="border-line border-b p-0 cards:block">
      {children}
    </td>
  </tr>
)

interface DataRowProps<T> extends Place {
  row: T
  name: string
  columns: readonly Column<T>[]
  isTwoLine: boolean
  isSelected: boolean
  isMarked: boolean
  toggle: ((id: string, isSelected: boolean) => void) | undefined
  open: ((row: T) => void) | undefined
}

function PlainRow<T extends { id: string }>(props: DataRowProps<T>) {
  const { index, measure, row, name, columns, isTwoLine, isSelected, toggle, open } = props
  const onCheckedChange = useCallback((isChecked: boolean) => toggle?.(row.id, isChecked), [toggle, row.id])
  const [first, ...rest] = columns
  return (
    <tr
      ref={measure}
      data-index={index}
      data-row-id={row.id}
      aria-rowindex={index + 2}
      aria-selected={toggle ? isSelected : undefined}
      // The first link of the row does the same for the keyboard.
      onClick={open && ((event) => (isClickOnRow(event) ? open(row) : undefined))}
      className={cn(
        open && 'cursor-pointer',
        'hover:bg-hover cards:border-line cards:relative cards:grid cards:border-b cards:py-2 wide-cards:grid-cols-2',
        toggle && 'cards:pl-7',
        isTwoLine ? 'rows:h-14' : 'rows:h-9',
        props.isMarked && 'bg-violet-soft hover:bg-violet-soft',
        isSelected && 'bg-selected hover:bg-selected',
      )}
    >
      {toggle ? (
        <td className="border-line border-b pl-3 cards:absolute cards:top-2.5 cards:left-0 cards:border-0">
          <Checkbox aria-label={`Select ${name}`} checked={isSelected} onCheckedChange={onCheckedChange} />
        </td>
      ) : null}
      {first ? (
        <td className="border-line truncate border-b px-3 cards:block cards:border-0 cards:pb-1 cards:whitespace-normal wide-cards:col-span-2">
          {first.cell(row)}
        </td>
      ) : null}
      {rest.map((column) => (
        <td
          key={column.id}
          className="border-line text-fg-2 truncate border-b px-3 cards:grid cards:grid-cols-[7rem_minmax(0,1fr)] cards:items-baseline cards:gap-x-2 cards:border-0 cards:py-0.5 cards:whitespace-normal cards:has-[>div:empty]:hidden"
        >
          <span aria-hidden className="text-fg-3 text-12 rows:hidden">
            {column.label}
          </span>
          <div className="min-w-0 rows:truncate">{column.cell(row)}</div>
        </td>
      ))}
    </tr>
  )
}

// One push changes one row; the others keep their identity and are not rendered again.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo() forgets that the component is generic
export const DataRow = memo(PlainRow) as typeof PlainRow
