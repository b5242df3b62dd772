import type { invitations } from '@sluice/contract/invitations'
import type { Request } from '@sluice/contract/route'
import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'
import type { MessageOverrides } from '../../platform/api/problem.ts'

/** What the address of the invitation screen names. */
export type InvitationLink = Request<typeof invitations.getInfo>

export const invitationInfoQuery = (client: SluiceClient, link: InvitationLink) =>
  queryOptions({
    queryKey: ['invitation-info', link.params.invitationId, link.query.token],
    queryFn: async ({ signal }) => client.invitations.getInfo({ ...link, signal }),
    retry: false,
    gcTime: 0,
  })

/** What the problems of a link mean for whoever opened it. */
export const linkProblems: MessageOverrides = {
  entityNotFound:
    'The invitation could not be found. It may have been deleted by the sender, or you may already have accepted or declined it.',
  entityIdInvalid:
    'The invitation link is not in the correct format. If you manually typed or copied and pasted the link, check to ensure that the link is correct.',
}
