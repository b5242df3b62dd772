import type { Workspace } from '@sluice/contract/workspace'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { workspaceListQuery } from '../workspaces/workspace-list.query.ts'

type WorkspaceChanges = Partial<
  Record<'name' | 'slug' | 'companyName' | 'firstName' | 'lastName', string> & { phoneNumber: string | null }
>

/** Saves changes of the workspace. A new name or slug reloads the list, and a new slug moves the page. */
export function useChangeWorkspace({ id: workspaceId }: Workspace) {
  const client = useClient()
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (changes: WorkspaceChanges) => {
    await client.workspaces.update({ params: { workspaceId }, body: changes })
    const current = entities.workspaces.get(workspaceId)
    if (current) entities.workspaces.apply([{ ...current, ...changes }])
    if (changes.name === undefined && changes.slug === undefined) return
    await queryClient.fetchQuery({ ...workspaceListQuery(client), staleTime: 0 })
    const { slug } = changes
    if (slug !== undefined)
      await router.navigate({
        to: '/workspaces/$workspaceSlug/settings',
        params: { workspaceSlug: slug },
        replace: true,
      })
  }
}
