import type { ListedWorkspace } from '@sluice/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { rememberedWorkspace } from '../../features/workspaces/remembered-workspace.ts'
import { workspaceListQuery } from '../../features/workspaces/workspace-list.query.ts'
import { useClient } from '../../platform/api/client-context.tsx'

export function useWorkspaceList(): readonly ListedWorkspace[] {
  return useQuery(workspaceListQuery(useClient())).data ?? []
}

/** The workspace that the address names, as far as the list knows it. */
export function useOpenWorkspace(): ListedWorkspace | undefined {
  const { workspaceSlug } = useParams({ strict: false })
  return useWorkspaceList().find((workspace) => workspace.slug === workspaceSlug)
}

/** The workspace that was open last, for the pages that belong to none. */
export function useRememberedWorkspace(): ListedWorkspace | undefined {
  return useWorkspaceList().find((workspace) => workspace.id === rememberedWorkspace.read())
}
