import { useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type ReactNode, useRef } from 'react'
import { cn } from '../ui/cn.ts'
import { useIsPrinting } from '../ui/printing.ts'
import { SpacerRow } from './spacer-row.tsx'
import { useTableLayout } from './table-layout.ts'

/** What a row is given to say where it stands and how high it is. */
export interface RowPlace {
  readonly ref: (element: Element | null) => void
  readonly 'data-index': number
  readonly 'aria-rowindex': number
}

interface HeadColumn {
  readonly label: string
  readonly width?: string
}

interface VirtualRowsProps<T> {
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  /** The `tr` of an item, which gets the place. */
  renderRow: (item: T, place: RowPlace) => ReactNode
  columns: readonly HeadColumn[]
  /** The headings are read aloud and not shown. */
  hasHiddenHead?: boolean
  /** In a frame narrower than this, in rem, the rows become cards; `renderRow` lays them out. */
  neededRem?: number
  className?: string
}

/** The greatest height of the table: `max-h-128` in pixels, known before the first measurement. */
const greatestHeight = 512

/** A table inside a card, of any length: it scrolls, and only the rows in sight are in the page. */
export function VirtualRows<T>(props: VirtualRowsProps<T>) {
  const { label, items, keyOf, renderRow, columns, neededRem } = props
  const scroller = useRef<HTMLElement>(null)
  const layout = useTableLayout(scroller, {
    neededRem: neededRem ?? 0,
    cardsBelowRem: Number.POSITIVE_INFINITY,
  })
  // oxlint-disable-next-line react/incompatible-library -- the compiler is off
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 34,
    // On paper every row is in sight.
    overscan: useIsPrinting() ? items.length : 10,
    initialRect: { width: 0, height: greatestHeight },
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
  })
  const shown = virtual.getVirtualItems()
  return (
    <section
      ref={scroller}
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
      data-layout={neededRem === undefined ? 'rows' : layout}
      className="max-h-128 overflow-auto print:max-h-none print:overflow-visible"
    >
      <table
        aria-rowcount={items.length + 1}
        className={cn('w-full table-fixed border-separate border-spacing-0 cards:block', props.className)}
      >
        <Head columns={columns} isHidden={props.hasHiddenHead ?? false} />
        <tbody className="cards:block">
          {shown.map(({ index, key, start }, place) => {
            const item = items[index]
            return (
              <Fragment key={key}>
                <SpacerRow height={start - (shown[place - 1]?.end ?? 0)} />
                {item === undefined
                  ? null
                  : renderRow(item, {
                      ref: virtual.measureElement,
                      'data-index': index,
                      'aria-rowindex': index + 2,
                    })}
              </Fragment>
            )
          })}
          <SpacerRow height={virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </section>
  )
}

/** Column widths and headings. */
const Head = ({ columns, isHidden }: { columns: readonly HeadColumn[]; isHidden: boolean }) => (
  <>
    <colgroup>
      {columns.map((column) => (
        <col key={column.label} style={column.width ? { width: column.width } : undefined} />
      ))}
    </colgroup>
    <thead className={isHidden ? 'sr-only' : 'cards:sr-only'}>
      <tr aria-rowindex={1}>
        {columns.map((column) => (
          <th
            key={column.label}
            scope="col"
            className="border-line bg-surface text-12 text-fg-2 sticky top-0 z-1 h-7 border-b px-2 text-left font-medium whitespace-nowrap"
          >
            {column.label}
          </th>
        ))}
      </tr>
    </thead>
  </>
)
