import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { type Column, leastTableWidth, type RowGroup } from './column.ts'
import { DataRow, GroupRow } from './data-row.tsx'
import { handleRowKey, type RowActions } from './row-actions.ts'
import type { Selection } from './selection.ts'
import { TableHead } from './table-head.tsx'
import { type TableLayout, useTableLayout } from './table-layout.ts'
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
  rowActions?: RowActions<T>
  /** In a frame narrower than this, in rem, a table that does not fit becomes cards instead of scrolling sideways. */
  cardsBelowRem?: number
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

/** A table of any length: only the rows in sight are in the page. In a narrow frame each row becomes a card. */
export function DataTable<T extends { id: string }>(props: DataTableProps<T>) {
  const { label, columns, groups, selection, rowActions, isTwoLine = false, cardsBelowRem = 0 } = props
  const scroller = useRef<HTMLElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const neededRem = leastTableWidth(columns)
  const layout = useTableLayout(frame, { neededRem, cardsBelowRem })
  const items = itemsOf(groups)
  const virtual = useRowsInSight(items, { isTwoLine, scroller })
  const shown = virtual.getVirtualItems()
  return (
    <ScrollFrame
      label={label}
      frame={frame}
      scroller={scroller}
      layout={layout}
      footer={props.footer}
      onKeyDown={rowActions && ((event) => pressKey(event, items, rowActions))}
    >
      <table
        aria-label={label}
        aria-rowcount={items.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 cards:block cards:min-w-0!"
        style={{ minWidth: `${neededRem}rem` }}
      >
        <TableHead label={label} columns={columns} selection={selection} />
        <tbody className="cards:block">
          <Spacer height={shown[0]?.start ?? 0} />
          {shown.map(({ index, key }) => (
            <ItemRow
              key={key}
              place={{ index, measure: virtual.measureElement }}
              item={items[index]}
              table={props}
            />
          ))}
          <Spacer height={virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
      {props.isLoading ? <TableSkeleton isTwoLine={isTwoLine} /> : items.length === 0 ? props.empty : null}
    </ScrollFrame>
  )
}

/** Letters act on the row that holds the focus. */
function pressKey<T extends { id: string }>(
  event: KeyboardEvent<HTMLElement>,
  items: readonly Item<T>[],
  { letters }: RowActions<T>,
) {
  const pressed = handleRowKey(event)
  const act = pressed && letters[pressed.letter]
  const item = items.find((each) => each.kind === 'row' && each.row.id === pressed?.id)
  if (act && item?.kind === 'row') act(item.row)
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

interface ItemRowProps<T extends { id: string }> {
  item: Item<T> | undefined
  place: { index: number; measure: (element: Element | null) => void }
  table: DataTableProps<T>
}

/** A heading or a row of data. */
function ItemRow<T extends { id: string }>({ item, place, table }: ItemRowProps<T>) {
  const { columns, selection } = table
  if (!item) return null
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
      name={table.rowName(item.row)}
      columns={columns}
      isTwoLine={table.isTwoLine ?? false}
      isSelected={selection?.has(item.row.id) ?? false}
      toggle={selection?.toggle}
      open={table.rowActions?.open}
    />
  )
}

interface ScrollFrameProps {
  label: string
  frame: React.RefObject<HTMLDivElement | null>
  scroller: React.RefObject<HTMLElement | null>
  layout: TableLayout
  footer: ReactNode
  onKeyDown: ((event: KeyboardEvent<HTMLElement>) => void) | undefined
  children: ReactNode
}

/** Takes the height that the page has left, and less when there are few rows. */
const ScrollFrame = ({ label, frame, scroller, layout, footer, onKeyDown, children }: ScrollFrameProps) => (
  <div ref={frame} className="flex min-h-80 flex-1 basis-0 flex-col max-sm:min-h-[60dvh]">
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its links have the keys */}
    <section
      ref={scroller}
      aria-label={label}
      data-layout={layout}
      // A region that scrolls must be reachable by keyboard, and its rows are operated by letters from there.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
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
    <tr aria-hidden className="cards:block" style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it only holds the height */}
      <td />
    </tr>
  ) : null
