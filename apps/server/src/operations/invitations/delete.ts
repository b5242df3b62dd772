import type { invitations } from '@sluice/contract/invitations'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { endInvitation } from '../../invitations/end-invitation.ts'
import { lockMembers } from '../../workspaces/lock-members.ts'

const deleteOperation = handler<typeof invitations.delete>(async (ctx, { params, caller, actor, origin }) => {
  const { workspaceId, invitationId } = params
  await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    await lockMembers(tx, { workspaceId, actor, operation: 'deleteInvitation' })
    if (!(await endInvitation(tx, params))) throw new AppError('entityNotFound')
    await recordAudit(tx, {
      action: 'invitation.deleted',
      workspaceId,
      actorUserId: caller.userId,
      subject: { type: 'Invitation', id: invitationId },
      ...origin,
    })
  })
})

export { deleteOperation as delete }
