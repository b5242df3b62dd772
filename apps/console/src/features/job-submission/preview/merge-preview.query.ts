import type { SluiceApi } from '@sluice/contract/api'
import type { Environment } from '@sluice/contract/environment'
import type { Request } from '@sluice/contract/route'
import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../../platform/api/client-context.tsx'
import { polled } from '../../../platform/api/polled.ts'

export type MergeQuery = Request<SluiceApi['differences']['previewMerge']>['query']

interface AskedMerge {
  readonly client: SluiceClient
  readonly workspaceId: string
  readonly target: Pick<Environment, 'id' | 'stackId'>
  readonly query: MergeQuery
  /** The revisions of the differences of source and target; a new revision needs a new prediction. */
  readonly revisions: readonly (number | undefined)[]
}

/** The delay before a merge that could not be predicted is requested again, because a look at the branches may have ended by then. */
const againMs = 5_000

/** Requests what a flow merge would do, based on the last look at each environment. */
export const mergePreviewQuery = ({ client, workspaceId, target, query, revisions }: AskedMerge) =>
  queryOptions({
    queryKey: [polled, 'merge-preview', target.id, query, revisions],
    queryFn: ({ signal }) =>
      client.differences.previewMerge({
        params: { workspaceId, stackId: target.stackId, environmentId: target.id },
        query,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: (asked) => (asked.state.data?.state === 'unknown' ? againMs : false),
  })
