import { canGrantAccessLevel, missingAuthorizations } from '@sluice/contract/permissions'
import type { members } from '@sluice/contract/members'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { lockMembers } from '../../workspaces/lock-members.ts'
import { endInvitationsOf } from '../../invitations/invitation-store.ts'
import { findActor } from '../../members/find-actor.ts'
import { findActiveMember, setAccessLevel } from '../../members/member-store.ts'

export const update = handler<typeof members.update>(async (ctx, { params, body, caller, actor, origin }) => {
  const { workspaceId, memberId } = params
  const { accessLevel } = body
  if (accessLevel === undefined) return
  await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    const now = await lockMembers(tx, { workspaceId, actor, operation: 'changeAccessLevel' })
    if (!canGrantAccessLevel(now.actor, accessLevel)) throw new AppError('userNotAuthorized')
    const member = await findActiveMember(tx, { workspaceId, memberId })
    if (!member) throw new AppError('entityNotFound')
    await setAccessLevel(tx, memberId, accessLevel)
    const after = await findActor(ctx, tx, { workspaceId, userId: member.userId })
    if (after === null || missingAuthorizations(after, 'createInvitation') !== null)
      await endInvitationsOf(tx, { workspaceId, userId: member.userId })
    await announce(tx, { workspaceId, kind: 'pushWorkspace', ids: [workspaceId] })
    await recordAudit(tx, {
      action: 'member.accessLevelChanged',
      workspaceId,
      actorUserId: caller.userId,
      subject: { type: 'Member', id: memberId },
      details: { from: member.accessLevel, to: accessLevel },
      ...origin,
    })
  })
})
