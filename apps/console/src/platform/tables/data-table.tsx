import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import { type Column, leastTableWidth, type RowGroup } from './column.ts'
import { DataRow, GroupRow } from './data-row.tsx'
import { TableHead } from './table-head.tsx'
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
  /** Stands right below the last row, wherever that is. */
  footer?: ReactNode
}

type Item<T> = { kind: 'group'; title: string; count: number } | { kind: 'row'; row: T }

/** A group without a title has no heading. */
function itemsOf<T>(groups: readonly RowGroup<T>[]): Item<T>[] {
  return groups.flatMap(({ title, rows }): Item<T>[] => [
    ...(title ? [{ kind: 'group' as const, title, count: rows.length }] : []),
    ...rows.map((row) => ({ kind: 'row' as const, row })),
  ])
}

const keyOf = (item: Item<{ id: string }> | undefined, index: number) =>
  item === undefined ? index : item.kind === 'group' ? `group ${item.title}` : item.row.id

/** A table of any length: only the rows in sight are in the page. Below 640 px each row becomes a small card. */
export function DataTable<T extends { id: string }>(props: DataTableProps<T>) {
  const { label, columns, groups, selection, isTwoLine = false } = props
  const scroller = useRef<HTMLElement>(null)
  const items = itemsOf(groups)
  const virtual = useRowsInSight(items, { isTwoLine, scroller })
  const shown = virtual.getVirtualItems()
  const rowOf = (index: number) => {
    const item = items[index]
    if (!item) return null
    const place = { index, measure: virtual.measureElement }
    if (item.kind === 'group')
      return (
        <GroupRow
          {...place}
          title={item.title}
          count={item.count}
          span={columns.length + (selection ? 1 : 0)}
        />
      )
    return (
      <DataRow
        {...place}
        row={item.row}
        name={props.rowName(item.row)}
        columns={columns}
        isTwoLine={isTwoLine}
        isSelected={selection?.has(item.row.id) ?? false}
        toggle={selection?.toggle}
      />
    )
  }
  return (
    <ScrollFrame label={label} scroller={scroller} footer={props.footer}>
      <table
        aria-label={label}
        aria-rowcount={items.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 max-sm:block max-sm:min-w-0!"
        style={{ minWidth: leastTableWidth(columns) }}
      >
        <TableHead label={label} columns={columns} selection={selection} />
        <tbody className="max-sm:block">
          <Spacer height={shown[0]?.start ?? 0} />
          {shown.map(({ index, key }) => (
            <Keyed key={key}>{rowOf(index)}</Keyed>
          ))}
          <Spacer height={virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
      {props.isLoading ? <TableSkeleton isTwoLine={isTwoLine} /> : items.length === 0 ? props.empty : null}
    </ScrollFrame>
  )
}

interface RowsInSightOptions {
  isTwoLine: boolean
  scroller: React.RefObject<HTMLElement | null>
}

/** Which of the items are in sight, from the scroll position and their heights. */
function useRowsInSight(items: readonly Item<{ id: string }>[], { isTwoLine, scroller }: RowsInSightOptions) {
  // oxlint-disable-next-line react/incompatible-library -- the compiler is off
  return useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.kind === 'group' ? 32 : isTwoLine ? 56 : 36),
    overscan: 10,
    getItemKey: (index) => keyOf(items[index], index),
  })
}

/** Gives a row the key that the virtual list knows it by. */
const Keyed = ({ children }: { children: ReactNode }) => children

interface ScrollFrameProps {
  label: string
  scroller: React.RefObject<HTMLElement | null>
  footer: ReactNode
  children: ReactNode
}

/** Takes the height that the page has left, and less when there are few rows. */
const ScrollFrame = ({ label, scroller, footer, children }: ScrollFrameProps) => (
  <div className="flex min-h-80 flex-1 basis-0 flex-col max-sm:min-h-[60dvh]">
    <section
      ref={scroller}
      aria-label={label}
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="border-line bg-surface min-h-0 shrink overflow-auto rounded-lg border"
    >
      {children}
    </section>
    {footer}
  </div>
)

/** Stands for the rows that are out of sight. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr aria-hidden className="max-sm:block" style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it only holds the height */}
      <td />
    </tr>
  ) : null
