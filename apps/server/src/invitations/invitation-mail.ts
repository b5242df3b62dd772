import { invitationPath } from '@sluice/contract/invitation'
import { limits } from '@sluice/contract/limits'
import type { Context } from '../context.ts'
import { invitation as invitationText } from '../mail-texts/workspace-mails.ts'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import { findUserById } from '../users/user-store.ts'
import { countMailedInvitations } from './invitation-counts.ts'
import type { InvitationRow } from './invitation-store.ts'
import { openInvitationToken } from './invitation-token.ts'

/** Refuses when the workspace has mailed as many invitations within the hour as it may. Needs the lock of the workspace. */
export async function requireMailAllowance(ctx: Context, tx: Transaction, workspaceId: string) {
  const atMost = limits.invitationsPerHour * ctx.config.rateLimitFactor
  if (atMost === 0 || (await countMailedInvitations(tx, workspaceId)) < atMost) return
  throw new AppError('tooManyRequests', { detail: `A workspace can mail ${atMost} invitations an hour.` })
}

/** Mails the link, on behalf of the user who sends or renews the invitation. */
export async function mailInvitation(
  ctx: Context,
  tx: Transaction,
  of: { invitation: InvitationRow; workspaceName: string; senderUserId: string },
): Promise<void> {
  const { invitation, senderUserId } = of
  const { id: invitationId, workspaceId, sendToEmailAddress, accessLevel, validUntilUtc } = invitation
  const user = await findUserById(tx, senderUserId)
  const sender = user ? `${user.firstName} ${user.lastName} (${user.emailAddress})` : 'A member'
  const token = openInvitationToken(ctx.secrets, invitation)
  const link = `${ctx.config.publicUrl}${invitationPath({ workspaceId, invitationId, token })}`
  const text = invitationText({ workspaceName: of.workspaceName, sender, accessLevel, link, validUntilUtc })
  await ctx.mail.send(tx, { to: sendToEmailAddress, ...text })
}
