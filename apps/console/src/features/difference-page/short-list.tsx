import type { DifferenceComponent } from '@sluice/contract/difference'
import type { Environment } from '@sluice/contract/environment'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { formatNumber, plural } from '../../platform/format/plural.ts'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { Skeleton } from '../../platform/ui/skeleton.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { WhoAndWhen } from '../differences/component-marks.tsx'
import { componentTitle } from '../differences/difference-text.ts'
import { keyOf, useDifference, useDifferenceList } from '../differences/use-difference.ts'
import type { ShownPart } from './shown-part.ts'

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

/** Reserves the place of list entries, of two lines each, while they load. */
export const ListSkeleton = ({ count, className = '' }: { count: number; className?: string }) =>
  count === 0 ? null : (
    <div aria-hidden className={`flex flex-col gap-1 ${className}`}>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="block">
          <Skeleton className="my-1 h-3 w-1/2" />
          <span className="text-12 block">&nbsp;</span>
        </span>
      ))}
    </div>
  )

const shownComponents = 8

/** What was changed in the org since Git last knew it, and by whom. */
export function ChangedInOrg({ environment }: { environment: Environment }) {
  const { data } = useDifferenceList(environment)
  const difference = useDifference(environment.id)
  if (!difference || difference.changedInOrg === null) return <p className="text-fg-2">Not known yet.</p>
  if (difference.changedInOrg === 0)
    return <p className="text-fg-2">No change in the org that Git does not know.</p>
  return (
    <ShortList
      environment={environment}
      part="inOrg"
      title={`${plural(difference.changedInOrg, 'component')} changed in the org`}
      components={data?.components.filter(({ inbound }) => inbound !== null)}
      atMost={shownComponents}
      total={difference.changedInOrg}
      changeOf={({ inbound }) => inbound}
    />
  )
}
