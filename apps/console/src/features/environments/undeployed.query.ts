import type { Environment } from '@sluice/contract/environment'
import type { UndeployedComponentSet } from '@sluice/contract/undeployed-component'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

/** Which environment of which workspace is asked about. */
interface UndeployedPlace {
  client: SluiceClient
  workspaceId: string
  environment: Pick<Environment, 'id' | 'stackId'>
}

/** The undeployed components in pages, fetched anew for each pushed set. */
export const undeployedQuery = (
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
