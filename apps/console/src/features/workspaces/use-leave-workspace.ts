import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { rememberedWorkspace } from './remembered-workspace.ts'
import { workspaceListQuery } from './workspace-list.query.ts'

/** Forgets the open workspace, and lets the workspace route find another. */
export function useLeaveWorkspace(): () => Promise<void> {
  const client = useClient()
  const queryClient = useQueryClient()
  const router = useRouter()
  return useCallback(async () => {
    rememberedWorkspace.clear()
    await queryClient.fetchQuery({ ...workspaceListQuery(client), staleTime: 0 })
    await router.navigate({ to: '/workspaces', replace: true })
  }, [client, queryClient, router])
}
