import type { DifferenceComponent } from '@sluice/contract/difference'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useMemo, useRef } from 'react'
import { formatNumber } from '../../platform/format/plural.ts'
import { visibleText } from '../repository/visible-text.ts'
import { ComponentMarks } from './component-marks.tsx'
import { itemsByType, type ListItem } from './difference-filter.ts'
import { keyOf } from './use-difference.ts'

const typeHeight = 32
const componentHeight = 52

/** How the rows lead to the details of their component. */
interface ListAddress {
  hrefOf: (key: string) => string
  onOpen: (key: string) => void
}

interface ComponentListProps extends ListAddress {
  components: readonly DifferenceComponent[]
  /** The key of the component whose details are open. */
  openKey: string | undefined
}

/** Components by type: of any number only those in sight are in the page. */
export function ComponentList({ components, openKey, ...address }: ComponentListProps) {
  const scroller = useRef<HTMLElement>(null)
  const items = useMemo(() => itemsByType(components), [components])
  // oxlint-disable-next-line react/incompatible-library -- the compiler is off
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.kind === 'type' ? typeHeight : componentHeight),
    overscan: 6,
  })
  return (
    <section
      ref={scroller}
      aria-label="Components"
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="border-line bg-surface max-h-[70dvh] overflow-auto rounded-lg border"
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
            <Line item={items[index]} openKey={openKey} {...address} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface LineProps extends ListAddress {
  item: ListItem | undefined
  openKey: string | undefined
}

function Line({ item, openKey, ...address }: LineProps) {
  if (item === undefined) return null
  if (item.kind === 'component')
    return (
      <ComponentLink component={item.component} isOpen={keyOf(item.component) === openKey} {...address} />
    )
  return (
    <p className="bg-sunken border-line text-12 flex h-full items-center gap-1.5 border-b px-3 font-semibold">
      {visibleText(item.componentType)}
      <span className="text-fg-3 font-normal">{formatNumber(item.count)}</span>
    </p>
  )
}

interface ComponentLinkProps extends ListAddress {
  component: DifferenceComponent
  isOpen: boolean
}

// Scrolling renders the list again; the rows that stay in sight do not change. A plain link, because the router's own
// costs too much for rows that come and go with every frame.
const ComponentLink = memo(({ component, isOpen, hrefOf, onOpen }: ComponentLinkProps) => (
  <a
    href={hrefOf(keyOf(component))}
    onClick={(event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      onOpen(keyOf(component))
    }}
    aria-current={isOpen ? 'page' : undefined}
    className="border-line hover:bg-hover aria-[current=page]:bg-selected flex h-full flex-col justify-center border-b px-3 -outline-offset-2"
  >
    <span className="truncate font-medium">{visibleText(component.componentName)}</span>
    <ComponentMarks component={component} />
  </a>
))
