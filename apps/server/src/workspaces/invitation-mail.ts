import { invitationPath } from '@sluice/contract/invitation'
import { limits } from '@sluice/contract/limits'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import { oneLine } from '../platform/mail.ts'
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
  const sender = await findUserById(tx, senderUserId)
  const who = sender ? `${sender.firstName} ${sender.lastName} (${sender.emailAddress})` : 'A member'
  const token = openInvitationToken(ctx.secrets, invitation)
  const link = `${ctx.config.publicUrl}${invitationPath({ workspaceId, invitationId, token })}`
  const workspaceName = oneLine(of.workspaceName)
  await ctx.mail.send(tx, {
    to: sendToEmailAddress,
    subject: `You are invited to the workspace ${workspaceName}`,
    body: [
      `${oneLine(who)} invites you to the workspace ${workspaceName} with the role ${accessLevel}.`,
      `Open this link to accept or to decline:\n\n${link}`,
      `The link works once, until ${validUntilUtc.toUTCString()}. Ignore this mail if you do not know the sender.\n`,
    ].join('\n\n'),
  })
}
