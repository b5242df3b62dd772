import { AppError } from '../platform/app-error.ts'
import { isId } from '../platform/ids.ts'
import type { InvitationPlace } from './invitation-store.ts'

interface LinkRequest {
  params: InvitationPlace
  query: { token: string }
}

/** What the link of an invitation names. Ids of another form never were a link. */
export function linkOf({ params, query }: LinkRequest): InvitationPlace & { token: string } {
  const { workspaceId, invitationId } = params
  if (!isId(workspaceId) || !isId(invitationId)) throw new AppError('entityIdInvalid')
  return { workspaceId, invitationId, token: query.token }
}
