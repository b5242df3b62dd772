import type { SluiceApi } from '@sluice/contract/api'
import type { Request } from '@sluice/contract/route'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

/** A job that is too old to be pushed. */
export const jobQuery = (
  client: SluiceClient,
  ids: { workspaceId: string; stackId: string; jobId: string },
) =>
  queryOptions({
    queryKey: ['job', ids.jobId],
    queryFn: async ({ signal }) => ({ ...(await client.jobs.get({ params: ids, signal })), notices: [] }),
  })

export type JobSearch = Omit<Request<SluiceApi['jobs']['list']>['query'], 'before'>

/** The jobs of a stack that fit a search, the newest first, also those that are too old to be pushed. */
export const jobListQuery = (
  client: SluiceClient,
  stack: { workspaceId: string; stackId: string },
  search: JobSearch,
) =>
  infiniteQueryOptions({
    queryKey: ['jobs', stack.stackId, search],
    queryFn: ({ pageParam, signal }) =>
      client.jobs.list({
        params: stack,
        query: { ...search, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
  })
