import type { DifferenceComponent } from '@sluice/contract/difference'
import type { Environment } from '@sluice/contract/environment'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { formatNumber } from '../../platform/format/plural.ts'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { WhoAndWhen } from '../differences/component-marks.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import type { ShownPart } from './shown-part.ts'
import { componentTitle } from '../differences/difference-text.ts'
import { keyOf } from '../differences/use-difference.ts'

interface ShortListProps {
  environment: Environment
  part: ShownPart
  title: string
  /** Undefined until the components are fetched. Only the first ones are shown. */
  components: readonly DifferenceComponent[] | undefined
  atMost: number
  total: number
  changeOf: (component: DifferenceComponent) => DifferenceComponent['inbound']
}

/** The first components of one direction, each with who changed it, and the way to all of them. */
export function ShortList({ environment, part, title, total, changeOf, ...list }: ShortListProps) {
  const components = list.components?.slice(0, list.atMost)
  const shown = components?.length ?? Math.min(total, list.atMost)
  const params = { ...useStackParams(), environmentSlug: environment.slug }
  const address = { to: `${stackPath}/environments/$environmentSlug/difference`, params } as const
  return (
    <>
      <p className="font-medium">{title}</p>
      {components === undefined ? <ListSkeleton count={shown} /> : null}
      <ul aria-label={title} className="flex flex-col gap-1 empty:hidden">
        {components?.map((component) => (
          <li key={keyOf(component)} className="min-w-0">
            <Link
              {...address}
              search={{ show: part, component: keyOf(component) }}
              title={componentTitle(component)}
              className="hover:text-accent-fg block truncate hover:underline"
            >
              {componentTitle(component)}
            </Link>
            <ShortLine component={component} change={changeOf(component)} />
          </li>
        ))}
      </ul>
      {total > shown ? (
        <p className="pt-2">
          <Link {...address} search={{ show: part }} className={linkClasses}>
            {`Show all ${formatNumber(total)}`}
          </Link>
        </p>
      ) : null}
    </>
  )
}

interface ShortLineProps {
  component: DifferenceComponent
  change: DifferenceComponent['inbound']
}

const ShortLine = ({ component: { outbound, inbound, merge }, change }: ShortLineProps) => (
  <span className="text-12 text-fg-2 flex flex-wrap items-center gap-x-2">
    {change ? (
      <span>
        {change.changeType}: <WhoAndWhen change={change} />
      </span>
    ) : null}
    {merge === 'conflict' ? (
      <ToneChip tone="amber" className="h-5">
        <TriangleAlert aria-hidden />
        Conflict
      </ToneChip>
    ) : outbound && inbound ? (
      <span>also changed on the other side</span>
    ) : null}
  </span>
)
