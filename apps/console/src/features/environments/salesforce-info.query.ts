import type { Environment } from '@sluice/contract/environment'
import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

/** Info older than this is asked for again. */
const staleAfterMs = 600_000
const checkEveryMs = 60_000

/** What is known of an environment's org. */
export const salesforceInfoQuery = (
  client: SluiceClient,
  workspaceId: string,
  environment: Pick<Environment, 'id' | 'stackId' | 'isInitialized'>,
) =>
  queryOptions({
    queryKey: ['salesforce-info', environment.id],
    queryFn: ({ signal }) =>
      client.environments.getSalesforceInfo({
        params: { workspaceId, stackId: environment.stackId, environmentId: environment.id },
        signal,
      }),
    enabled: environment.isInitialized,
    staleTime: staleAfterMs,
    // A minute's check that asks only what is missing or old; a refused call waits for its next turn.
    refetchInterval: (query) =>
      query.state.data && Date.now() - query.state.dataUpdatedAt < staleAfterMs
        ? Math.max(checkEveryMs, staleAfterMs - (Date.now() - query.state.dataUpdatedAt))
        : checkEveryMs,
  })
