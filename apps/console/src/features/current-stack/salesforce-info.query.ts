import type { Environment } from '@sluice/contract/environment'
import type { SalesforceInfo } from '@sluice/contract/salesforce-info'
import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'
import { polled, pollMs } from '../../platform/api/polled.ts'

/** Info that the server fetched longer ago is asked for again. */
const staleAfterMs = 600_000

export const salesforceInfoKey = (environmentId: string) => [polled, 'salesforce-info', environmentId]

/** What is known of an environment's org. */
export const salesforceInfoQuery = (
  client: SluiceClient,
  workspaceId: string,
  environment: Pick<Environment, 'id' | 'stackId' | 'isInitialized'>,
) =>
  queryOptions({
    queryKey: salesforceInfoKey(environment.id),
    queryFn: ({ signal }) =>
      client.environments.getSalesforceInfo({
        params: { workspaceId, stackId: environment.stackId, environmentId: environment.id },
        signal,
      }),
    enabled: environment.isInitialized,
    staleTime: staleAfterMs,
    // A check every minute that asks only for what is missing or old; a refused call waits for the next one.
    refetchInterval: ({ state: { data } }) => (data ? Math.max(pollMs, freshFor(data, Date.now())) : pollMs),
  })

/** For how many milliseconds more the info is new enough; negative once it is old. */
const freshFor = ({ lastFetchedUtc }: Pick<SalesforceInfo, 'lastFetchedUtc'>, now: number): number =>
  Math.min(staleAfterMs, Date.parse(lastFetchedUtc) + staleAfterMs - now)
