import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight } from 'lucide-react'
import { type ComponentType, useMemo, useRef } from 'react'
import { formatNumber } from '../../../platform/format/plural.ts'
import { Checkbox } from '../../../platform/ui/checkbox.tsx'
import { cn } from '../../../platform/ui/cn.ts'
import { visibleText } from '../../repository/visible-text.ts'
import type { PreviewChange, PreviewSide } from './preview-changes.ts'

const headingHeight = 30
const rowHeight = 46

/** Renders the line below the name of a component. */
type Remark<C extends PreviewChange> = ComponentType<{ change: C; isExcluded: boolean; isHeld: boolean }>

interface PreviewListProps<C extends PreviewChange> {
  label?: string
  changes: readonly C[]
  side: PreviewSide
  /** What is left out and what stays out with it; null where nothing can be left out. */
  choice: { excluded: ReadonlySet<string>; held: ReadonlySet<string> } | null
  onExclude: (key: string, isExcluded: boolean) => void
  /** The component whose details are open. */
  openKey?: string | null
  onOpen?: (key: string) => void
  remark: Remark<C>
}

type Item<C> = { heading: string; count: number } | { change: C }

/** Reserves the place of this many components, of two headings and of the line above the list, while they load. */
export const PreviewPlace = ({ count }: { count: number }) => (
  <div
    aria-hidden
    className="border-line bg-sunken mt-8 max-h-72 rounded-md border motion-safe:animate-pulse"
    style={{ height: 2 * headingHeight + count * rowHeight }}
  />
)

/** The components by type, deletions apart; of any number only those in sight are in the page. */
export function PreviewList<C extends PreviewChange>({
  label = 'Components',
  changes,
  side,
  ...row
}: PreviewListProps<C>) {
  const scroller = useRef<HTMLElement>(null)
  const items = useMemo(() => itemsOf(changes, side), [changes, side])
  // oxlint-disable-next-line react/incompatible-library -- the compiler is off
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index] && 'heading' in items[index] ? headingHeight : rowHeight),
    overscan: 6,
  })
  return (
    <section
      ref={scroller}
      aria-label={label}
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="border-line max-h-72 overflow-auto rounded-md border"
    >
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, size }) => (
          <li
            key={index}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0"
            style={{ height: size, transform: `translateY(${start}px)` }}
          >
            <Line item={items[index]} {...row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function itemsOf<C extends PreviewChange>(changes: readonly C[], side: PreviewSide): readonly Item<C>[] {
  const byHeading = new Map<string, C[]>()
  const deleted = side === 'outbound' ? 'Deleted from the org' : 'Deleted from the branch'
  for (const change of changes) {
    const heading = change.changeType === 'Deleted' ? deleted : change.componentType
    const known = byHeading.get(heading)
    if (known) known.push(change)
    else byHeading.set(heading, [change])
  }
  return [...byHeading].flatMap(([heading, of]): Item<C>[] => [
    { heading, count: of.length },
    ...of.map((change) => ({ change })),
  ])
}

type LineProps<C extends PreviewChange> = { item: Item<C> | undefined } & Omit<
  PreviewListProps<C>,
  'changes' | 'side' | 'label'
>

function Line<C extends PreviewChange>({
  item,
  choice,
  onExclude,
  openKey,
  onOpen,
  remark: Remark,
}: LineProps<C>) {
  if (item === undefined) return null
  if ('heading' in item) return <Heading {...item} />
  const { change } = item
  const { key, componentName, componentType, changeType, isDeployable, hasDetails } = change
  const isOut = choice?.excluded.has(key) === true || choice?.held.has(key) === true || !isDeployable
  return (
    <div
      className={cn(
        'border-line flex h-full items-center gap-2.5 border-b px-3',
        key === openKey && 'bg-selected',
      )}
    >
      {choice === null ? null : (
        <Checkbox
          aria-label={`Deploy ${visibleText(keyText(change))}`}
          checked={!isOut}
          disabled={!isDeployable || choice.held.has(key)}
          onCheckedChange={(isIn) => onExclude(key, !isIn)}
        />
      )}
      <div className={cn('min-w-0 flex-1', isOut && 'text-fg-2')}>
        <p className="truncate font-medium" title={visibleText(componentName)}>
          {changeType === 'Deleted' ? (
            <span className="text-fg-2 font-normal">{visibleText(componentType)} </span>
          ) : null}
          {visibleText(componentName)}
        </p>
        <Remark
          change={change}
          isExcluded={choice?.excluded.has(key) === true}
          isHeld={choice?.held.has(key) === true}
        />
      </div>
      {!hasDetails || onOpen === undefined ? null : (
        <button
          type="button"
          aria-label={`Show how ${visibleText(keyText(change))} differs`}
          aria-expanded={key === openKey}
          className="text-fg-3 hover:bg-hover hover:text-fg grid size-7 shrink-0 place-items-center rounded-sm"
          onClick={() => onOpen(key)}
        >
          <ChevronRight aria-hidden className="size-4" />
        </button>
      )}
    </div>
  )
}

function Heading({ heading, count }: { heading: string; count: number }) {
  return (
    <p className="bg-sunken border-line text-12 flex h-full items-center gap-1.5 border-b px-3 font-semibold">
      {visibleText(heading)}
      <span className="text-fg-3 font-normal">{formatNumber(count)}</span>
    </p>
  )
}

const keyText = ({ componentType, componentName }: PreviewChange): string =>
  `${componentType} ${componentName}`
