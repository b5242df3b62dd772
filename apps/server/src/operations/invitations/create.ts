import type { invitations } from '@sluice/contract/invitations'
import { limits } from '@sluice/contract/limits'
import { canGrantAccessLevel } from '@sluice/contract/permissions'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { canonicalEmail } from '../../users/user.ts'
import { countInvitations } from '../../invitations/invitation-counts.ts'
import { mailInvitation, requireMailAllowance } from '../../invitations/invitation-mail.ts'
import { insertInvitation } from '../../invitations/invitation-store.ts'
import { newInvitationToken } from '../../invitations/invitation-token.ts'
import { lockMembers } from '../../workspaces/lock-members.ts'
import { isActiveAddress } from '../../members/member-store.ts'
import { viewNewInvitation } from '../../invitations/invitation-views.ts'

export const create = handler<typeof invitations.create>(
  async (ctx, { params, body, caller, actor, origin }) => {
    const { workspaceId } = params
    const { accessLevel } = body
    const sendToEmailAddress = canonicalEmail(body.sendToEmailAddress)
    return ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
      const now = await lockMembers(tx, { workspaceId, actor, operation: 'createInvitation' })
      if (!canGrantAccessLevel(now.actor, accessLevel)) throw new AppError('userNotAuthorized')
      await requireInvitable(tx, workspaceId, sendToEmailAddress)
      await requireMailAllowance(ctx, tx, workspaceId)
      const id = newId()
      const offer = { id, workspaceId, sendToEmailAddress, accessLevel, createdByUserId: caller.userId }
      const row = { ...offer, ...newInvitationToken(ctx.secrets, id) }
      const made = await insertInvitation(tx, row, ctx.config.tokens.invitationDays)
      if (!made) throw taken('This address has been invited already. Renew that invitation instead.')
      const { name: workspaceName } = now.workspace
      await mailInvitation(ctx, tx, { invitation: made, workspaceName, senderUserId: caller.userId })
      await announce(tx, { workspaceId, kind: 'pushWorkspace', ids: [workspaceId] })
      await recordAudit(tx, {
        action: 'invitation.created',
        workspaceId,
        actorUserId: caller.userId,
        subject: { type: 'Invitation', id },
        details: { sendToEmailAddress, accessLevel },
        ...origin,
      })
      return viewNewInvitation(tx, made)
    })
  },
)

async function requireInvitable(tx: Transaction, workspaceId: string, emailAddress: string): Promise<void> {
  if (await isActiveAddress(tx, workspaceId, emailAddress)) {
    throw taken('The person with this address already is a member of the workspace.')
  }
  if ((await countInvitations(tx, workspaceId)) < limits.openInvitations) return
  const detail = `A workspace can have ${limits.openInvitations} invitations at a time. Delete some first.`
  throw new AppError('entityConflict', { detail })
}

const taken = (description: string) =>
  new AppError('entityConflict', {
    detail: description,
    validationErrors: [{ code: 'ValueDuplicate', property: 'sendToEmailAddress', description }],
  })
