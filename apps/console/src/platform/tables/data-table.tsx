import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useCallback, useRef } from 'react'
import { Checkbox } from '../ui/checkbox.tsx'
import { cn } from '../ui/cn.ts'
import type { Column, RowGroup } from './column.ts'
import type { Selection } from './selection.ts'
import { TableSkeleton } from './table-skeleton.tsx'

interface DataTableProps<T extends { id: string }> {
  label: string
  columns: readonly Column<T>[]
  groups: readonly RowGroup<T>[]
  /** Names a row for its checkbox. */
  rowName: (row: T) => string
  selection?: Selection
  /** Two-line rows hold a second line of detail. */
  isTwoLine?: boolean
  isLoading?: boolean
  empty: ReactNode
}

type Item<T> = { kind: 'group'; title: string; count: number } | { kind: 'row'; row: T }

/** Group headings show only when there is more than one group to tell apart. */
function itemsOf<T>(groups: readonly RowGroup<T>[]): Item<T>[] {
  return groups.flatMap(({ title, rows }): Item<T>[] => [
    ...(title ? [{ kind: 'group' as const, title, count: rows.length }] : []),
    ...rows.map((row) => ({ kind: 'row' as const, row })),
  ])
}

/**
 * A table of any length: only the rows in sight are in the page. Below 640 px each row becomes a small card.
 * The roles are written out because a `display` other than a table's takes them away.
 */
export function DataTable<T extends { id: string }>(props: DataTableProps<T>) {
  const { label, columns, groups, selection, isTwoLine = false } = props
  const scroller = useRef<HTMLDivElement>(null)
  const items = itemsOf(groups)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.kind === 'group' ? 32 : isTwoLine ? 56 : 36),
    overscan: 10,
    getItemKey: (index) => keyOf(items[index], index),
  })
  const shown = virtual.getVirtualItems()
  const before = shown[0]?.start ?? 0
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={label}
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="border-line bg-surface max-h-full min-h-24 overflow-auto rounded-lg border"
    >
      <table
        role="table"
        aria-label={label}
        aria-rowcount={items.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 max-sm:block sm:min-w-200"
      >
        <colgroup className="max-sm:hidden">
          {selection ? <col style={{ width: '2.5rem' }} /> : null}
          {columns.map((column) => (
            <col key={column.id} style={{ width: column.width }} />
          ))}
        </colgroup>
        <TableHead label={label} columns={columns} selection={selection} />
        <tbody role="rowgroup" className="max-sm:block">
          {before > 0 ? <Spacer height={before} /> : null}
          {shown.map(({ index, key }) => {
            const item = items[index]
            if (!item) return null
            const place = { index, measure: virtual.measureElement }
            return item.kind === 'group' ? (
              <GroupRow key={key} place={place} item={item} span={columns.length + (selection ? 1 : 0)} />
            ) : (
              <DataRow
                key={key}
                place={place}
                row={item.row}
                name={props.rowName(item.row)}
                columns={columns}
                isTwoLine={isTwoLine}
                isSelected={selection?.has(item.row.id) ?? false}
                toggle={selection?.toggle}
              />
            )
          })}
          {after > 0 ? <Spacer height={after} /> : null}
        </tbody>
      </table>
      {props.isLoading ? <TableSkeleton isTwoLine={isTwoLine} /> : items.length === 0 ? props.empty : null}
    </div>
  )
}

const keyOf = <T extends { id: string }>(item: Item<T> | undefined, index: number) =>
  item === undefined ? index : item.kind === 'group' ? `group ${item.title}` : item.row.id

const Spacer = ({ height }: { height: number }) => (
  <tr role="presentation" className="max-sm:block" style={{ height }}>
    <td role="presentation" />
  </tr>
)

interface TableHeadProps<T> {
  label: string
  columns: readonly Column<T>[]
  selection: Selection | undefined
}

function TableHead<T>({ label, columns, selection }: TableHeadProps<T>) {
  const cell = 'h-8 border-b border-line bg-sunken px-3 text-left text-12 font-medium text-fg-2'
  return (
    <thead role="rowgroup" className="sticky top-0 z-10 max-sm:block">
      <tr role="row" aria-rowindex={1} className="max-sm:flex">
        {selection ? (
          <th role="columnheader" scope="col" className={cn(cell, 'pr-0 max-sm:flex max-sm:w-full max-sm:items-center')}>
            <Checkbox
              aria-label={`Select all ${label.toLowerCase()}`}
              checked={selection.isAll}
              indeterminate={selection.isSome}
              onCheckedChange={selection.toggleAll}
            />
          </th>
        ) : null}
        {columns.map((column) => (
          <th key={column.id} role="columnheader" scope="col" className={cn(cell, 'max-sm:sr-only')}>
            {column.label}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface Place {
  index: number
  measure: (element: Element | null) => void
}

function GroupRow({ place, item, span }: { place: Place; item: { title: string; count: number }; span: number }) {
  return (
    <tr ref={place.measure} data-index={place.index} role="row" aria-rowindex={place.index + 2} className="max-sm:block">
      <th
        role="rowheader"
        scope="rowgroup"
        colSpan={span}
        className="border-line bg-sunken text-12 h-8 border-b px-3 text-left font-semibold max-sm:flex max-sm:items-center max-sm:gap-1"
      >
        {item.title} <span className="text-fg-3 font-normal">{item.count}</span>
      </th>
    </tr>
  )
}

interface DataRowProps<T> {
  place: Place
  row: T
  name: string
  columns: readonly Column<T>[]
  isTwoLine: boolean
  isSelected: boolean
  toggle: ((id: string, isSelected: boolean) => void) | undefined
}

function PlainRow<T extends { id: string }>(props: DataRowProps<T>) {
  const { place, row, name, columns, isTwoLine, isSelected, toggle } = props
  const onCheckedChange = useCallback((isChecked: boolean) => toggle?.(row.id, isChecked), [toggle, row.id])
  const [first, ...rest] = columns
  return (
    <tr
      ref={place.measure}
      data-index={place.index}
      role="row"
      aria-rowindex={place.index + 2}
      aria-selected={toggle ? isSelected : undefined}
      className={cn(
        'hover:bg-hover max-sm:border-line max-sm:relative max-sm:block max-sm:border-b max-sm:py-2',
        toggle && 'max-sm:pl-10',
        isTwoLine ? 'sm:h-14' : 'sm:h-9',
        isSelected && 'bg-selected hover:bg-selected',
      )}
    >
      {toggle ? (
        <td role="cell" className="border-line border-b pl-3 max-sm:absolute max-sm:top-3 max-sm:left-0 max-sm:border-0">
          <Checkbox aria-label={`Select ${name}`} checked={isSelected} onCheckedChange={onCheckedChange} />
        </td>
      ) : null}
      {first ? (
        <td role="cell" className="border-line truncate border-b px-3 max-sm:block max-sm:border-0 max-sm:whitespace-normal">
          {first.cell(row)}
        </td>
      ) : null}
      {rest.map((column) => (
        <td
          key={column.id}
          role="cell"
          className="border-line text-fg-2 truncate border-b px-3 max-sm:grid max-sm:grid-cols-[6.5rem_minmax(0,1fr)] max-sm:border-0 max-sm:py-0.5 max-sm:whitespace-normal"
        >
          <span aria-hidden className="text-fg-3 text-12 pt-0.5 sm:hidden">
            {column.label}
          </span>
          <div className="min-w-0 sm:truncate">{column.cell(row)}</div>
        </td>
      ))}
    </tr>
  )
}

// One push changes one row; the others keep their identity and are not rendered again.
const DataRow = memo(PlainRow) as typeof PlainRow
