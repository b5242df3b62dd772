import type { invitations } from '@sluice/contract/invitations'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { findInvitation } from '../../invitations/invitation-store.ts'
import { openInvitationToken } from '../../invitations/invitation-token.ts'

export const getToken = handler<typeof invitations.getToken>(async (ctx, { params, caller, origin }) => {
  const { workspaceId, invitationId } = params
  return ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    const invitation = await findInvitation(tx, params)
    if (!invitation) throw new AppError('entityNotFound')
    await recordAudit(tx, {
      action: 'invitation.tokenRead',
      workspaceId,
      actorUserId: caller.userId,
      subject: { type: 'Invitation', id: invitationId },
      ...origin,
    })
    return { token: openInvitationToken(ctx.secrets, invitation) }
  })
})
