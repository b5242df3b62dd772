import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef } from 'react'
import { type Column, leastTableWidth, type RowGroup } from './column.ts'
import { cn } from '../ui/cn.ts'
import { useIsPrinting } from '../ui/printing.ts'
import { DataRow, DetailRow, GroupRow, PartRow } from './data-row.tsx'
import { handleRowKey, type RowActions, useKeysOfPage } from './row-actions.ts'
import type { Selection } from './selection.ts'
import { SpacerRow } from './spacer-row.tsx'
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
  details?: RowDetails<T>
  /** Rows that ask for a person. */
  isMarked?: (row: T) => boolean
  /** In a frame narrower than this, in rem, a table that does not fit becomes cards instead of scrolling sideways. */
  cardsBelowRem?: number
  empty: ReactNode
  /** Stands right below the last row, wherever that is. */
  footer?: ReactNode
}

/** What some rows show below themselves. It stays in the page while it is out of sight, so that nothing typed there is lost. */
export interface RowDetails<T> {
  isOpen: (row: T) => boolean
  render: (row: T) => ReactNode
}

type Item<T> =
  | { kind: 'group'; title: string; count: number }
  | { kind: 'part'; title: string; group: string }
  | { kind: 'row'; row: T }
  | { kind: 'detail'; row: T }

/** A group without a title has no heading. */
function itemsOf<T>(groups: readonly RowGroup<T>[], details: RowDetails<T> | undefined): Item<T>[] {
  return groups.flatMap((group): Item<T>[] => [
    ...(group.title ? [{ kind: 'group' as const, title: group.title, count: group.rows.length }] : []),
    ...group.rows.flatMap((row, index): Item<T>[] => [
      ...partHeading(group, index),
      { kind: 'row', row },
      ...(details?.isOpen(row) ? [{ kind: 'detail' as const, row }] : []),
    ]),
  ])
}

/** The heading above the first row of a part. */
function partHeading<T>({ title: group, rows, partOf }: RowGroup<T>, index: number): Item<T>[] {
  const [row, before] = [rows[index], rows[index - 1]]
  if (partOf === undefined || row === undefined) return []
  const title = partOf(row)
  return before !== undefined && partOf(before) === title ? [] : [{ kind: 'part', title, group }]
}

function keyOf(item: Item<{ id: string }> | undefined, index: number) {
  if (item === undefined) return index
  if (item.kind === 'group') return `group ${item.title}`
  if (item.kind === 'part') return `part ${item.group} ${item.title}`
  return item.kind === 'detail' ? `detail ${item.row.id}` : item.row.id
}

/** A table of any length: only the rows in sight are in the page. In a narrow frame each row becomes a card. */
export function DataTable<T extends { id: string }>(props: DataTableProps<T>) {
  const { label, columns, groups, details, selection, rowActions } = props
  const { isTwoLine = false, cardsBelowRem = 0 } = props
  const scroller = useRef<HTMLElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const neededRem = leastTableWidth(columns)
  const layout = useTableLayout(frame, { neededRem, cardsBelowRem })
  const items = useMemo(() => itemsOf(groups, details), [groups, details])
  const virtual = useRowsInSight(items, { isTwoLine, scroller })
  const shown = virtual.getVirtualItems()
  useKeysOfPage(scroller, rowActions !== undefined)
  return (
    <ScrollFrame
      label={label}
      frame={frame}
      scroller={scroller}
      layout={layout}
      hasDetails={details !== undefined}
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
          {shown.map(({ index, key, start }, place) => (
            <Fragment key={key}>
              <SpacerRow height={start - (shown[place - 1]?.end ?? 0)} />
              <ItemRow place={{ index, measure: virtual.measureElement }} item={items[index]} table={props} />
            </Fragment>
          ))}
          <SpacerRow height={virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
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

const heights: Partial<Record<Item<never>['kind'], number>> = { group: 32, part: 28, detail: 320 }

interface RowsInSightOptions {
  isTwoLine: boolean
  scroller: React.RefObject<HTMLElement | null>
}

/** Which of the items are in sight, from the scroll position and their heights. */
function useRowsInSight(items: readonly Item<{ id: string }>[], { isTwoLine, scroller }: RowsInSightOptions) {
  // The virtualizer computes the positions of all rows again when it gets a new function.
  const getItemKey = useCallback((index: number) => keyOf(items[index], index), [items])
  const details = useMemo(
    () => [...items.entries()].filter(([, { kind }]) => kind === 'detail').map(([index]) => index),
    [items],
  )
  // oxlint-disable-next-line react/incompatible-library -- the compiler is off
  return useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[items[index]?.kind ?? 'row'] ?? (isTwoLine ? 56 : 36),
    // On paper every row is in sight.
    overscan: useIsPrinting() ? items.length : 10,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...details])].toSorted((a, b) => a - b),
    getItemKey,
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
  const span = columns.length + (selection ? 1 : 0)
  if (!item) return null
  if (item.kind === 'detail')
    return (
      <DetailRow {...place} span={span}>
        {table.details?.render(item.row)}
      </DetailRow>
    )
  if (item.kind === 'group') return <GroupRow {...place} title={item.title} count={item.count} span={span} />
  if (item.kind === 'part') return <PartRow {...place} title={item.title} span={span} />
  return (
    <DataRow
      {...place}
      row={item.row}
      name={table.rowName(item.row)}
      columns={columns}
      isTwoLine={table.isTwoLine ?? false}
      isSelected={selection?.has(item.row.id) ?? false}
      isMarked={table.isMarked?.(item.row) ?? false}
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
  hasDetails: boolean
  footer: ReactNode
  onKeyDown: ((event: KeyboardEvent<HTMLElement>) => void) | undefined
  children: ReactNode
}

/** Takes the height that the page has left, and less when there are few rows. */
const ScrollFrame = ({ frame, scroller, footer, hasDetails, ...section }: ScrollFrameProps) => (
  <div
    ref={frame}
    // What opens below a row measures itself by the frame.
    className={cn(
      'flex min-h-80 flex-1 basis-0 flex-col max-sm:min-h-[60dvh] print:block print:min-h-0',
      hasDetails && 'min-h-140 [container-type:size] max-sm:min-h-[80dvh]',
    )}
  >
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its links have the keys */}
    <section
      ref={scroller}
      aria-label={section.label}
      data-layout={section.layout}
      // A region that scrolls must be reachable by keyboard, and its rows are operated by letters from there.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={section.onKeyDown}
      className="border-line bg-surface min-h-0 shrink overflow-auto rounded-lg border print:overflow-visible"
    >
      {section.children}
    </section>
    {footer}
  </div>
)
