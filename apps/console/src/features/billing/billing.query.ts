import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'
import { polled, pollMs } from '../../platform/api/polled.ts'

/** Asked for anew at each visit, and while somebody looks at it: jobs begin and end meanwhile. */
export const billingQuery = (client: SluiceClient, workspaceId: string) =>
  queryOptions({
    queryKey: [polled, 'billing', workspaceId],
    queryFn: ({ signal }) => client.workspaces.getBilling({ params: { workspaceId }, signal }),
    staleTime: 0,
    refetchInterval: pollMs,
  })
