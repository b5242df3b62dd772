import type { SluiceApi } from '@sluice/contract/api'
import type { Environment } from '@sluice/contract/environment'
import type { MergedComponent } from '@sluice/contract/merge-preview'
import type { ShownLines } from '@sluice/contract/repository'
import type { Request } from '@sluice/contract/route'
import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../../platform/api/client-context.tsx'
import { polled } from '../../../platform/api/polled.ts'
import { type WholeDifference, wholeFileIn } from '../../repository/viewer/sheet-file.ts'

export type MergeQuery = Request<SluiceApi['differences']['previewMerge']>['query']

/** What a prediction is made from. */
export interface PredictionBasis {
  readonly query: MergeQuery
  /** The revisions of the differences of source and target; a new revision needs a new prediction. */
  readonly revisions: readonly (number | undefined)[]
}

interface AskedMerge extends PredictionBasis {
  readonly client: SluiceClient
  readonly workspaceId: string
  readonly target: Pick<Environment, 'id' | 'stackId'>
}

const paramsOf = ({ workspaceId, target }: AskedMerge) => ({
  workspaceId,
  stackId: target.stackId,
  environmentId: target.id,
})

/** The delay before a merge that could not be predicted is requested again, because a look at the branches may have ended by then. */
const againMs = 5_000

/** Requests what a flow merge would do, based on the last look at each environment. */
export const mergePreviewQuery = (asked: AskedMerge) =>
  queryOptions({
    queryKey: [polled, 'merge-preview', asked.target.id, asked.query, asked.revisions],
    queryFn: ({ signal }) =>
      asked.client.differences.previewMerge({ params: paramsOf(asked), query: asked.query, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: (query) => (query.state.data?.state === 'unknown' ? againMs : false),
  })

type ComponentKey = Pick<MergedComponent, 'componentType' | 'componentName'>

function askedComponent(asked: AskedMerge, component: ComponentKey & { lines?: ShownLines }) {
  const { componentType, componentName, lines } = component
  const { id } = asked.target
  return {
    queryKey: [polled, 'merged-component', id, asked.query, asked.revisions, component] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      asked.client.differences.getMergedComponent({
        params: paramsOf(asked),
        query: { ...asked.query, componentType, componentName, ...(lines && { lines }) },
        signal,
      }),
  }
}

/** Requests how the merge would change the files of one component. */
export const mergedComponentQuery = (asked: AskedMerge, { componentType, componentName }: ComponentKey) =>
  queryOptions({
    ...askedComponent(asked, { componentType, componentName }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The difference of one file of the merge with all of its lines, for the sheet. */
export function wholeMergedFile(
  asked: AskedMerge,
  { componentType, componentName }: ComponentKey,
  { part, path }: { part: 'merged' | 'deployed'; path: string },
): WholeDifference {
  const { queryKey, queryFn } = askedComponent(asked, { componentType, componentName, lines: 'wholeFile' })
  return {
    queryKey: [...queryKey, part, path],
    queryFn: async (context) => {
      const answer = await queryFn(context)
      return wholeFileIn(answer.state === 'unknown' ? [] : answer[part], path)
    },
  }
}
