import type { invitations } from '@sluice/contract/invitations'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { linkOf } from '../../workspaces/invitation-link.ts'
import { findByToken } from '../../workspaces/invitation-store.ts'
import { viewInvitationInfo } from '../../workspaces/workspace-views.ts'

/** Expired invitations are shown too, so that they can be declined. */
export const getInfo = handler<typeof invitations.getInfo>(async (ctx, request) => {
  const link = linkOf(request)
  return ctx.database.inWorkspace(link.workspaceId, null, async (tx) => {
    const invitation = await findByToken(tx, link)
    const info = invitation && (await viewInvitationInfo(tx, invitation))
    if (!info) throw new AppError('entityNotFound')
    return info
  })
})
