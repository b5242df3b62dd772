import type { DifferenceComponent } from '@sluice/contract/difference'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useMemo, useRef } from 'react'
import { formatNumber } from '../../platform/format/plural.ts'
import { Checkbox } from '../../platform/ui/checkbox.tsx'
import { visibleText } from '../repository/visible-text.ts'
import { type ChosenToDeploy, canBeDeployed } from './choose-components.tsx'
import { ComponentMarks } from '../differences/component-marks.tsx'
import { itemsByType, type ListItem } from './difference-filter.ts'
import { componentTitle } from '../differences/difference-text.ts'
import { keyOf } from '../differences/use-difference.ts'

const typeHeight = 32
const componentHeight = 52

/** How the rows lead to the details of their component. */
interface ListAddress {
  hrefOf: (key: string) => string
  onOpen: (key: string) => void
}

interface RowProps extends ListAddress {
  chosen: ChosenToDeploy
  /** The key of the component whose details are open. */
  openKey: string | undefined
}

interface ComponentListProps extends RowProps {
  components: readonly DifferenceComponent[]
}

/** Components by type: of any number only those in sight are in the page. */
export function ComponentList({ components, ...row }: ComponentListProps) {
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
            <Line item={items[index]} {...row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Line({ item, openKey, chosen, ...address }: RowProps & { item: ListItem | undefined }) {
  if (item === undefined) return null
  if (item.kind === 'component') {
    const { component } = item
    return (
      <ComponentRow
        component={component}
        isOpen={keyOf(component) === openKey}
        isChosen={chosen.has(component)}
        onChoose={chosen.choose}
        {...address}
      />
    )
  }
  return (
    <p className="bg-sunken border-line text-12 flex h-full items-center gap-1.5 border-b px-3 font-semibold">
      {visibleText(item.componentType)}
      <span className="text-fg-3 font-normal">{formatNumber(item.count)}</span>
    </p>
  )
}

interface ComponentRowProps extends ListAddress {
  component: DifferenceComponent
  isOpen: boolean
  isChosen: boolean
  onChoose: ChosenToDeploy['choose']
}

// Scrolling renders the list again; the rows that stay in sight do not change. A plain link, because the router's own
// costs too much for rows that come and go with every frame.
const ComponentRow = memo(({ component, isOpen, isChosen, onChoose, hrefOf, onOpen }: ComponentRowProps) => (
  <div className="border-line hover:bg-hover has-aria-[current=page]:bg-selected flex h-full items-stretch border-b">
    <div className="flex w-10 shrink-0 items-center justify-center">
      {component.outbound === null ? null : (
        <Checkbox
          aria-label={`Select ${componentTitle(component)} to deploy`}
          disabled={!canBeDeployed(component)}
          checked={isChosen}
          onCheckedChange={(isNow) => onChoose([component], isNow)}
        />
      )}
    </div>
    <a
      href={hrefOf(keyOf(component))}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen(keyOf(component))
      }}
      aria-current={isOpen ? 'page' : undefined}
      className="flex min-w-0 flex-1 flex-col justify-center pr-3 -outline-offset-2"
    >
      <span className="truncate font-medium">{visibleText(component.componentName)}</span>
      <ComponentMarks component={component} />
    </a>
  </div>
))
