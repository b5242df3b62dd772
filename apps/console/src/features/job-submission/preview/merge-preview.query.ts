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
  /** Those of the differences of source and target: other ones make another merge. */
  readonly revisions: readonly (number | undefined)[]
}

/** What nothing could be said about is asked again, because a look at the branches may have ended meanwhile. */
const againMs = 5_000

/** What a flow merge would do, with the environments as they were last looked at. */
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
