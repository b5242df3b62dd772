import type { invitations } from '@sluice/contract/invitations'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { endInvitation } from '../../invitations/end-invitation.ts'
import { linkOf } from '../../invitations/invitation-link.ts'
import { findByToken } from '../../invitations/invitation-store.ts'

export const reject = handler<typeof invitations.reject>(async (ctx, request) => {
  const { caller, origin } = request
  const link = linkOf(request)
  const { workspaceId, invitationId } = link
  const actorUserId = caller?.userId ?? null
  await ctx.database.inWorkspace(workspaceId, actorUserId, async (tx) => {
    const isOpen = (await findByToken(tx, link)) !== null && (await endInvitation(tx, link))
    if (!isOpen) throw new AppError('entityNotFound')
    const subject = { type: 'Invitation', id: invitationId }
    await recordAudit(tx, { action: 'invitation.rejected', workspaceId, actorUserId, subject, ...origin })
  })
})
