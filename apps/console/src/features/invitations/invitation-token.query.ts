import type { Invitation } from '@sluice/contract/invitation'
import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

/** The token of one link, forgotten as soon as it is no longer shown. */
export const invitationTokenQuery = (client: SluiceClient, { id, workspaceId }: Invitation) =>
  queryOptions({
    queryKey: ['invitation-token', id],
    queryFn: async ({ signal }) =>
      client.invitations.getToken({ params: { workspaceId, invitationId: id }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
