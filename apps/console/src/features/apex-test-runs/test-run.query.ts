import type { ApexTestRun } from '@sluice/contract/apex-test-run'
import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

export interface TestRunAddress {
  workspaceId: string
  stackId: string
  apexTestRunId: string
}

/** A run with its results. They come when it ends, so that a pushed change of the run asks again. */
export const testRunQuery = (client: SluiceClient, ids: TestRunAddress, pushed: ApexTestRun | null) =>
  queryOptions({
    queryKey: ['apexTestRun', ids.apexTestRunId, pushed?.status ?? null, pushed?.methodsCompleted ?? null],
    queryFn: ({ signal }) => client.apexTestRuns.get({ params: ids, signal }),
    placeholderData: (previous) => previous,
  })

/** The test history of the environment of a run; it is fetched again when the run ends. */
export const testHistoryQuery = (client: SluiceClient, run: ApexTestRun) => {
  const { workspaceId, stackId, environmentId, id, status } = run
  return queryOptions({
    queryKey: ['apexTestHistory', environmentId, id, status],
    queryFn: ({ signal }) =>
      client.apexTestRuns.getHistory({ params: { workspaceId, stackId, environmentId }, signal }),
    placeholderData: (previous) => previous,
  })
}
