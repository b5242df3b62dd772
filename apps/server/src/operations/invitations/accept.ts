import type { invitations } from '@sluice/contract/invitations'
import { handler } from '../operation.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { findUserById } from '../../users/user-store.ts'
import { endInvitation } from '../../invitations/end-invitation.ts'
import { inviterMayInvite } from '../../invitations/inviter-rights.ts'
import { linkOf } from '../../invitations/invitation-link.ts'
import { findByToken, type InvitationRow } from '../../invitations/invitation-store.ts'
import { enterMember } from '../../members/membership.ts'
import { lockWorkspace } from '../../workspaces/workspace-store.ts'

export const accept = handler<typeof invitations.accept>(async (ctx, request) => {
  const link = linkOf(request)
  const { caller, origin } = request
  const { workspaceId } = link
  await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    // Only the holder of a link holds back the other changes of the members.
    if (!(await findByToken(tx, link))) throw new AppError('entityNotFound')
    await lockWorkspace(tx, workspaceId)
    const invitation = await findByToken(tx, link)
    if (!invitation) throw new AppError('entityNotFound')
    if (invitation.isExpired) throw new AppError('invitationExpired')
    if (!(await inviterMayInvite(ctx, tx, invitation)))
      throw new AppError('invitationExpired', { detail: inviterIsGone })
    const memberId = await enter(ctx, tx, { invitation, userId: caller.userId })
    await endInvitation(tx, link)
    await recordAudit(tx, {
      action: 'invitation.accepted',
      workspaceId,
      actorUserId: caller.userId,
      subject: { type: 'Member', id: memberId },
      details: await howAccepted(tx, invitation, caller.userId),
      ...origin,
    })
  })
})

const inviterIsGone = 'Whoever sent this invitation may no longer invite people. Ask for a new one.'

/** Makes the membership. The database refuses a second one of the same person. */
async function enter(
  ctx: Context,
  tx: Transaction,
  { invitation, userId }: { invitation: InvitationRow; userId: string },
): Promise<string> {
  const { workspaceId, accessLevel, createdByUserId: invitedByUserId } = invitation
  const createdUtc = ctx.clock.now()
  const entered = await enterMember(tx, {
    id: newId(),
    workspaceId,
    userId,
    accessLevel,
    invitedByUserId,
    createdUtc,
  })
  if (!entered) throw new AppError('userAlreadyMember')
  return entered.id
}

/** Whoever holds the link may accept; the audit log says when the address is another one than the invited one. */
async function howAccepted(tx: Transaction, invitation: InvitationRow, userId: string) {
  const { id: invitationId, sendToEmailAddress, accessLevel } = invitation
  const user = await findUserById(tx, userId)
  const isInvitedAddress = user?.emailAddress.toLowerCase() === sendToEmailAddress.toLowerCase()
  return { invitationId, sendToEmailAddress, accessLevel, isInvitedAddress }
}
