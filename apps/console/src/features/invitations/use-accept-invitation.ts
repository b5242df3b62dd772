import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useClient } from '../../platform/api/client-context.tsx'
import { useSession } from '../auth/session-context.tsx'
import { workspaceListQuery } from '../workspaces/workspace-list.query.ts'
import type { InvitationLink } from './invitation-link.ts'

/** Accepts, loads the list of workspaces anew, and opens the one that was joined. */
export function useAcceptInvitation(link: InvitationLink) {
  const client = useClient()
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: async () => {
      await client.invitations.accept(link)
      const list = await queryClient.fetchQuery({ ...workspaceListQuery(client), staleTime: 0 })
      const joined = list.find(({ id }) => id === link.params.workspaceId)
      if (!joined) return router.navigate({ to: '/workspaces' })
      return router.navigate({ to: '/workspaces/$workspaceSlug', params: { workspaceSlug: joined.slug } })
    },
  })
}

/** Signs out, forgets what was fetched for the account, and comes back after the next sign-in. */
export function useOtherAccount(returnTo: string): () => Promise<void> {
  const session = useSession()
  const queryClient = useQueryClient()
  const router = useRouter()
  return async () => {
    await session.signOut()
    queryClient.clear()
    await router.navigate({ to: '/signin', search: { returnTo } })
  }
}
