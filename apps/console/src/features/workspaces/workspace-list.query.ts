import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

/** The workspaces that the user can open; entries without a name are not kept. */
export const workspaceListQuery = (client: SluiceClient) =>
  queryOptions({
    queryKey: ['workspaces'],
    queryFn: async ({ signal }) => {
      const list = await client.workspaces.list({ signal })
      return list.filter((workspace) => workspace.name !== '')
    },
    staleTime: 60_000,
  })
