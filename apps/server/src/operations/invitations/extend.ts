import type { invitations } from '@sluice/contract/invitations'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { mailInvitation, requireMailAllowance } from '../../invitations/invitation-mail.ts'
import { extendInvitation } from '../../invitations/invitation-store.ts'
import { lockMembers } from '../../workspaces/lock-members.ts'

/** The link stays the same, so that the mail that was sent before works again. */
export const extend = handler<typeof invitations.extend>(async (ctx, { params, caller, actor, origin }) => {
  const { workspaceId, invitationId } = params
  await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    const { workspace } = await lockMembers(tx, { workspaceId, actor, operation: 'extendInvitation' })
    await requireMailAllowance(ctx, tx, workspaceId)
    const senderUserId = caller.userId
    const { invitationDays: days } = ctx.config.tokens
    const invitation = await extendInvitation(tx, params, { days, senderUserId })
    if (!invitation) throw new AppError('entityNotFound')
    await mailInvitation(ctx, tx, { invitation, workspaceName: workspace.name, senderUserId })
    await announce(tx, { workspaceId, kind: 'pushWorkspace', ids: [workspaceId] })
    await recordAudit(tx, {
      action: 'invitation.extended',
      workspaceId,
      actorUserId: caller.userId,
      subject: { type: 'Invitation', id: invitationId },
      ...origin,
    })
  })
})
