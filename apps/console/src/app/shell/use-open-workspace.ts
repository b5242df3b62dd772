import type { ListedWorkspace, Workspace } from '@sluice/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { rememberedWorkspace } from '../../features/workspaces/remembered-workspace.ts'
import { workspaceListQuery } from '../../features/workspaces/workspace-list.query.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { useDerived } from '../../platform/entities/use-entity.ts'

/** The workspaces that the user can open, with the name that was pushed last: somebody else may have changed it. */
export function useWorkspaceList(): readonly ListedWorkspace[] {
  const listed = useQuery(workspaceListQuery(useClient())).data
  const withPushedNames = useCallback(
    (pushed: ReadonlyMap<string, Workspace>) => (listed ?? []).map((one) => renamed(one, pushed.get(one.id))),
    [listed],
  )
  return useDerived(entities.workspaces, withPushedNames)
}

const renamed = (listed: ListedWorkspace, pushed: Workspace | undefined): ListedWorkspace =>
  pushed === undefined || pushed.name === listed.name ? listed : { ...listed, name: pushed.name }

/** The workspace that the address names, as far as the list knows it. */
export function useOpenWorkspace(): ListedWorkspace | undefined {
  const { workspaceSlug } = useParams({ strict: false })
  return useWorkspaceList().find((workspace) => workspace.slug === workspaceSlug)
}

/** The workspace that was open last, for the pages that belong to none. */
export function useRememberedWorkspace(): ListedWorkspace | undefined {
  return useWorkspaceList().find((workspace) => workspace.id === rememberedWorkspace.read())
}
