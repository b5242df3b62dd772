import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

/** A schedule whose push has not arrived, right after its creation. */
export const scheduleQuery = (
  client: SluiceClient,
  ids: { workspaceId: string; stackId: string; scheduleId: string },
) =>
  queryOptions({
    queryKey: ['schedule', ids.scheduleId],
    queryFn: async ({ signal }) => client.schedules.get({ params: ids, signal }),
  })
