import type { members } from '@sluice/contract/members'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import { endInvitationsOf } from '../../invitations/invitation-store.ts'
import { stopSchedulesOf } from '../../schedules/stop-schedules.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { lockMembers } from '../../workspaces/lock-members.ts'
import { findActiveMember } from '../../members/member-store.ts'
import { markRemoved } from '../../members/membership.ts'

/** The hub closes the sockets of whoever is removed when it hears of the change. */
export const remove = handler<typeof members.remove>(async (ctx, { params, caller, actor, origin }) => {
  const { workspaceId, memberId } = params
  await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    const member = await findActiveMember(tx, { workspaceId, memberId })
    const subject = { createdByUserId: member?.userId ?? null }
    const { workspace } = await lockMembers(tx, { workspaceId, actor, operation: 'removeMember', subject })
    if (!member) throw new AppError('entityNotFound')
    if (member.userId === workspace.ownerUserId) throw new AppError('memberOwnerNotRemovable')
    if (!(await markRemoved(tx, memberId))) throw new AppError('entityNotFound')
    await stopSchedulesOf(tx, { workspaceId, userId: member.userId })
    await endInvitationsOf(tx, { workspaceId, userId: member.userId })
    await announce(tx, { workspaceId, kind: 'pushWorkspace', ids: [workspaceId] })
    await recordAudit(tx, {
      action: member.userId === caller.userId ? 'member.left' : 'member.removed',
      workspaceId,
      actorUserId: caller.userId,
      subject: { type: 'Member', id: memberId },
      ...origin,
    })
  })
})
