import type { invitations } from '@sluice/contract/invitations'
import type { Request } from '@sluice/contract/route'
import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

/** What the address of the invitation screen names. */
export type InvitationLink = Request<typeof invitations.getInfo>

export const invitationInfoQuery = (client: SluiceClient, link: InvitationLink) =>
  queryOptions({
    queryKey: ['invitation-info', link.params.invitationId, link.query.token],
    queryFn: async ({ signal }) => client.invitations.getInfo({ ...link, signal }),
    retry: false,
    gcTime: 0,
  })
