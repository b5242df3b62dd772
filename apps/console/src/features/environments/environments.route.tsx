import type { Environment } from '@sluice/contract/environment'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { visibleColumns } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { FilterChips } from '../../platform/tables/filter-chips.tsx'
import { type ListFilter, listSearch, noFilter } from '../../platform/tables/list-filter.ts'
import { useTablePreferences } from '../../platform/tables/preferences.ts'
import type { RowActions } from '../../platform/tables/row-actions.ts'
import { useSelection } from '../../platform/tables/selection.ts'
import { TableFooter } from '../../platform/tables/table-footer.tsx'
import { ColumnChooser, FilterBox, OnlyMine, TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { useListFilter } from '../../platform/tables/use-list-filter.ts'
import { Button } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { useUser } from '../auth/session-context.tsx'
import { stackPath } from '../current-stack/stack-paths.ts'
import { useStackEnvironments } from '../current-stack/use-stack-environments.ts'
import { useWatchDifferences } from '../differences/use-difference.ts'
import { TagsButton } from '../environment-tags/tags-button.tsx'
import { GetStartedCard } from '../get-started/get-started-card.tsx'
import { FlowDialogs } from '../job-submission/flow-dialogs.tsx'
import type { Flow, StartedFlow } from '../job-submission/started-flow.ts'
import {
  AddEnvironment,
  DeleteEnvironments,
  FlowMenu,
  NoSandboxesBanner,
  TestEnvironments,
} from './environment-actions.tsx'
import { environmentColumns, hiddenAtFirst, shownEnvironments } from './environment-columns.tsx'
import { FetchWarnings } from './fetch-warnings.tsx'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/environments',
)({
  validateSearch: listSearch,
  component: EnvironmentsPage,
  staticData: { title: 'Environments' },
})

function EnvironmentsPage() {
  const [preferences, remember] = useTablePreferences('environments', { hiddenColumns: hiddenAtFirst })
  const [filter, change] = useListFilter({ preferences, remember })
  const all = useStackEnvironments()
  useWatchDifferences()
  const shown = useShownEnvironments(all, filter)
  const selection = useSelection(shown)
  const [flow, setFlow] = useState<StartedFlow | null>(null)
  const rowActions = useRowActions(setFlow)
  const actions = (
    <>
      <FlowMenu onStart={(started) => setFlow({ flow: started, environmentIds: selection.ids })} />
      <TestEnvironments environmentIds={selection.ids} />
      <TagsButton environments={shown.filter(({ id }) => selection.has(id))} />
      <DeleteEnvironments environmentIds={selection.ids} />
    </>
  )
  return (
    <>
      <PageHeader title="Environments" actions={<AddEnvironment />} />
      <GetStartedCard />
      <NoSandboxesBanner />
      <FetchWarnings environments={all} />
      <TableToolbar label="Environment actions" actions={actions}>
        <OnlyMine value={filter.onlyMine} onChange={(onlyMine) => change({ onlyMine })} />
        <FilterBox
          label="Filter environments"
          value={filter.filter}
          onChange={(text) => change({ filter: text })}
        />
        <ColumnChooser
          columns={environmentColumns}
          hidden={preferences.hiddenColumns}
          onChange={(hiddenColumns) => remember({ hiddenColumns })}
        />
      </TableToolbar>
      <FilterChips filter={filter} onChange={change} />
      <DataTable
        footer={
          <TableFooter shown={shown.length} total={all.length} selected={selection.ids.length}>
            <KeyHints />
          </TableFooter>
        }
        label="Environments"
        columns={visibleColumns(environmentColumns, preferences.hiddenColumns)}
        groups={groupsOf(shown)}
        rowName={(environment) => environment.name}
        selection={selection}
        rowActions={rowActions}
        cardsBelowRem={69}
        isTwoLine
        empty={<NoEnvironments isEmpty={all.length === 0} onClear={() => change(noFilter)} />}
      />
      <FlowDialogs started={flow} onClose={() => setFlow(null)} />
    </>
  )
}

function useShownEnvironments(all: readonly Environment[], { filter, onlyMine }: ListFilter) {
  const user = useUser()
  const createdByUserId = onlyMine ? (user?.id ?? null) : null
  return useMemo(
    () => shownEnvironments(all, { text: filter, createdByUserId }),
    [all, filter, createdByUserId],
  )
}

/** A click opens an environment, `i` and `o` start its flows. */
function useRowActions(start: (started: StartedFlow) => void): RowActions<Environment> {
  const router = useRouter()
  const { workspaceSlug, stackSlug } = Route.useParams()
  return useMemo(() => {
    const flowOf =
      (flow: Flow) =>
      ({ id, isInitialized }: Environment) => {
        if (isInitialized) start({ flow, environmentIds: [id] })
      }
    const open = ({ slug: environmentSlug }: Environment) => {
      const params = { workspaceSlug, stackSlug, environmentSlug }
      void router.navigate({ to: `${stackPath}/environments/$environmentSlug`, params })
    }
    return { open, letters: { i: flowOf('in'), o: flowOf('out') } }
  }, [router, start, workspaceSlug, stackSlug])
}

const groupsOf = (shown: readonly Environment[]) =>
  [
    { title: 'Production', rows: shown.filter((environment) => environment.isProduction) },
    { title: 'Sandboxes', rows: shown.filter((environment) => !environment.isProduction) },
  ].filter((group) => group.rows.length > 0)

function NoEnvironments({ isEmpty, onClear }: { isEmpty: boolean; onClear: () => void }) {
  if (isEmpty) return <EmptyState title="No environments exist in this stack" />
  return (
    <EmptyState
      title="No environments match your filter criteria"
      action={<Button onClick={onClear}>Clear filter</Button>}
    />
  )
}

const hints = [
  ['j k', 'move'],
  ['Enter', 'open'],
  ['i', 'flow in'],
  ['o', 'flow out'],
] as const

/** The keys that work while the list has the focus; shown where a keyboard is likely. */
const KeyHints = () => (
  <p className="text-12 text-fg-3 flex gap-x-3 max-lg:hidden pointer-coarse:hidden">
    {hints.map(([keys, meaning]) => (
      <span key={keys}>
        {keys.split(' ').map((key) => (
          <kbd key={key} className="border-line bg-surface text-11 mr-1 rounded-sm border px-1 font-mono">
            {key}
          </kbd>
        ))}
        {meaning}
      </span>
    ))}
  </p>
)
