import type { DifferenceComponent } from '@sluice/contract/difference'
import { createFileRoute, Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { z } from 'zod'
import { formatNumber } from '../../platform/format/plural.ts'
import { TableSkeleton } from '../../platform/tables/table-skeleton.tsx'
import { FilterBox } from '../../platform/tables/table-toolbar.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { cn } from '../../platform/ui/cn.ts'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { ComponentDetails } from '../differences/component-details.tsx'
import { differenceSentence } from '../differences/difference-text.ts'
import { LastLook } from '../differences/last-look.tsx'
import {
  useLookOnOpening,
  keyOf,
  useDifference,
  useDifferenceList,
  useWatchDifferences,
} from '../differences/use-difference.ts'
import { Fetched } from '../repository/fetched.tsx'
import { ChooseShown, FlowOutSome, useChosenToDeploy } from './choose-components.tsx'
import { ComponentList } from './component-list.tsx'
import { countIn, filterComponents } from './difference-filter.ts'
import { NextStepButton } from './next-step-button.tsx'
import { partLabels, type ShownPart, shownParts } from './shown-part.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/environments/$environmentSlug/difference',
)({
  validateSearch: z.object({
    show: z.enum(shownParts).catch('all'),
    /** The component whose details are open. */
    component: z.string().optional().catch(undefined),
  }),
  component: DifferencePage,
  staticData: { title: 'Difference' },
})

function DifferencePage() {
  const environment = useEnvironment()
  useWatchDifferences()
  useLookOnOpening(environment)
  const query = useDifferenceList(environment)
  const difference = useDifference(environment.id) ?? query.data?.difference
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-14 font-semibold wrap-anywhere">
            {difference
              ? differenceSentence(difference, environment.gitBranchName)
              : 'What differs is not known yet.'}
          </h2>
          <p className="text-12 text-fg-2 min-h-4">
            {difference ? <LastLook difference={difference} /> : null}
          </p>
        </div>
        <NextStepButton environment={environment} />
      </div>
      <Fetched
        query={query}
        what="the difference"
        missing="There is no such environment"
        loading={<TableSkeleton isTwoLine />}
      >
        {({ components }) => <Components components={components} />}
      </Fetched>
    </div>
  )
}

function Components({ components }: { components: readonly DifferenceComponent[] }) {
  const environment = useEnvironment()
  const { show, component: openKey } = Route.useSearch()
  const address = useListAddress()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const shown = useMemo(
    () => filterComponents(components, { part: show, text: wanted }),
    [components, show, wanted],
  )
  const chosen = useChosenToDeploy(components)
  const open = useMemo(() => components.find((each) => keyOf(each) === openKey), [components, openKey])
  if (components.length === 0) return <EmptyState title="Nothing differs that is known" />
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Parts components={components} />
        <div className="flex-1 max-sm:hidden" />
        <FlowOutSome components={components} chosen={chosen.components} shown={shown} />
        <FilterBox label="Filter components" value={text} onChange={setText} />
      </div>
      <div className="grid gap-4 xl:grid-cols-[24rem_minmax(0,1fr)]">
        <div className={cn('min-w-0 xl:sticky xl:top-4 xl:self-start', openKey && 'max-xl:hidden')}>
          <ChooseShown shown={shown} chosen={chosen} />
          {shown.length === 0 ? (
            <EmptyState
              title="No components match your filter criteria"
              action={<Button onClick={() => setText('')}>Clear filter</Button>}
            />
          ) : (
            <ComponentList components={shown} chosen={chosen} openKey={openKey} {...address} />
          )}
          <output className="text-12 text-fg-2 pt-2">
            {`Showing ${formatNumber(shown.length)} of ${formatNumber(components.length)} total`}
          </output>
        </div>
        <Details openKey={openKey}>
          {open ? <ComponentDetails environment={environment} component={open} /> : null}
        </Details>
      </div>
    </>
  )
}

/** The addresses of the rows; they keep the direction that is shown. */
function useListAddress() {
  const { show } = Route.useSearch()
  const { pathname } = useLocation()
  const navigate = Route.useNavigate()
  return useMemo(
    () => ({
      hrefOf: (component: string) => `${pathname}?${new URLSearchParams({ show, component })}`,
      onOpen: (component: string) => void navigate({ search: { show, component } }),
    }),
    [pathname, show, navigate],
  )
}

/** Chips that narrow the list to one direction; the choice stands in the address. */
function Parts({ components }: { components: readonly DifferenceComponent[] }) {
  return (
    <nav aria-label="Direction" className="flex flex-wrap gap-1">
      {shownParts.map((part) => (
        <Part key={part} part={part} count={countIn(components, part)} />
      ))}
    </nav>
  )
}

function Part({ part, count }: { part: ShownPart; count: number }) {
  const { show } = Route.useSearch()
  return (
    <Link
      from={Route.fullPath}
      search={(old) => ({ ...old, show: part })}
      replace
      aria-current={part === show ? 'page' : undefined}
      className="border-line bg-surface text-fg-2 hover:bg-hover hover:text-fg aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft aria-[current=page]:text-fg flex h-8 items-center gap-1.5 rounded-full border px-3"
    >
      {partLabels[part]} <span className="text-12 tabular-nums">{formatNumber(count)}</span>
    </Link>
  )
}

/** The details of the open component; on a narrow page they stand in the place of the list. */
function Details({ openKey, children }: { openKey: string | undefined; children: ReactNode }) {
  if (openKey === undefined)
    return <p className="text-fg-2 p-4 max-xl:hidden">Choose a component to see how it differs.</p>
  return (
    <div className="min-w-0">
      <p className="pb-3 xl:hidden">
        <Link from={Route.fullPath} search={({ show }) => ({ show })} className={linkClasses}>
          Back to the list
        </Link>
      </p>
      {children ?? <EmptyState title="This component does not differ any more" />}
    </div>
  )
}
