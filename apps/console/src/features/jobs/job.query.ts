import { queryOptions } from '@tanstack/react-query'
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
