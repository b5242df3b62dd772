import type { Invitation } from '@sluice/contract/invitation'
import type { Member } from '@sluice/contract/member'
import { asc, eq, sql } from 'drizzle-orm'
import { viewMembers } from '../members/member-views.ts'
import type { Transaction } from '../platform/database/database.ts'
import { invitation } from '../platform/database/schema/workspaces.ts'
import type { InvitationRow } from './invitation-store.ts'

/** The invitations of a workspace as the API shows them, oldest first. */
export async function viewInvitations(
  tx: Transaction,
  workspaceId: string,
  members: readonly Member[],
): Promise<Invitation[]> {
  const rows = await tx
    .select({ invitation, isExpired: sql<boolean>`${invitation.validUntilUtc} < now()` })
    .from(invitation)
    .where(eq(invitation.workspaceId, workspaceId))
    .orderBy(asc(invitation.id))
  return rows.map((row) => toInvitation(row.invitation, { isExpired: row.isExpired, members }))
}

/** The invitation as the API shows it; the token of its link stays here. */
function toInvitation(
  row: InvitationRow,
  { isExpired, members }: { isExpired: boolean; members: readonly Member[] },
): Invitation {
  const { id, workspaceId, sendToEmailAddress, accessLevel, createdByUserId } = row
  return {
    id,
    workspaceId,
    createdUtc: row.createdUtc.toISOString(),
    validUntilUtc: row.validUntilUtc.toISOString(),
    sendToEmailAddress,
    accessLevel,
    createdByUserId,
    isExpired,
    createdByMember: members.find(({ userId }) => userId === createdByUserId) ?? null,
  }
}

/** An invitation that was made a moment ago. */
export async function viewNewInvitation(tx: Transaction, row: InvitationRow): Promise<Invitation> {
  return toInvitation(row, { isExpired: false, members: await viewMembers(tx, row.workspaceId) })
}
