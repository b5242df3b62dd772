import type { UndeployedComponentSet } from '@sluice/contract/undeployed-component'
import { useInfiniteQuery, infiniteQueryOptions } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { entities } from '../../entities.ts'
import { useClient, type SluiceClient } from '../../platform/api/client-context.tsx'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { formatNumber } from '../../platform/format/plural.ts'
import { TableSkeleton } from '../../platform/tables/table-skeleton.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { Fetched } from '../repository/fetched.tsx'
import { MoreRows } from '../repository/more-rows.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { UndeployedTable } from './undeployed-table.tsx'
import type { Environment } from '@sluice/contract/environment'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/environments/$environmentSlug/undeployed',
)({ component: UndeployedTab, staticData: { title: 'Undeployed components' } })

function UndeployedTab() {
  const set = useEntity(entities.undeployedSets, useEnvironment().id)
  if (set !== undefined && set.totalCount > 0) return <UndeployedList set={set} />
  return (
    <div className="border-line bg-surface rounded-lg border">
      <EmptyState title="Every component of the branch is deployed">
        Components that could not be deployed to the org are listed here with the reason.
      </EmptyState>
    </div>
  )
}

function UndeployedList({ set }: { set: UndeployedComponentSet }) {
  const place = { client: useClient(), workspaceId: useWorkspace().id, environment: useEnvironment() }
  const query = useInfiniteQuery(undeployedQuery(place, set.revisionId))
  return (
    <Fetched
      query={query}
      what="the undeployed components"
      missing="The environment no longer exists"
      loading={<TableSkeleton isTwoLine={false} />}
    >
      {({ pages }) => {
        const components = pages.flatMap((page) => page.components)
        const shown = `Showing ${formatNumber(components.length)} of ${formatNumber(set.totalCount)} total`
        return (
          <>
            <UndeployedTable components={components} />
            <MoreRows query={query} shown={shown} />
          </>
        )
      }}
    </Fetched>
  )
}

/** Which environment of which workspace is asked about. */
interface UndeployedPlace {
  client: SluiceClient
  workspaceId: string
  environment: Pick<Environment, 'id' | 'stackId'>
}

/** The undeployed components in pages, fetched anew for each pushed set. */
const undeployedQuery = (
  { client, workspaceId, environment }: UndeployedPlace,
  revisionId: UndeployedComponentSet['revisionId'],
) =>
  infiniteQueryOptions({
    queryKey: ['undeployed-components', environment.id, revisionId],
    queryFn: ({ pageParam, signal }) =>
      client.environments.listUndeployedComponents({
        params: { workspaceId, stackId: environment.stackId, environmentId: environment.id },
        query: pageParam === '' ? {} : { after: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextAfter }) => nextAfter,
    staleTime: 0,
  })
