import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { useConnectionStatus } from './hub-context.tsx'
import { useLeaveWorkspace } from './use-leave-workspace.ts'
import { workspaceListQuery } from './workspace-list.query.ts'

/** The server ends the connection of whoever was removed from the workspace: it is no longer in the list, and the page leaves. */
export function useLeaveWhenRemoved(workspaceId: string): void {
  const { hasFailed } = useConnectionStatus()
  const client = useClient()
  const queryClient = useQueryClient()
  const leave = useLeaveWorkspace()
  useEffect(() => {
    if (!hasFailed) return
    const query = { ...workspaceListQuery(client), staleTime: 0 }
    queryClient
      .fetchQuery(query)
      .then(async (list) => {
        if (!list.some(({ id }) => id === workspaceId)) await leave()
      })
      // Without an answer the banner of the failed connection stays.
      .catch(() => undefined)
  }, [hasFailed, workspaceId, client, queryClient, leave])
}
