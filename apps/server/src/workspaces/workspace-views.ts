import type { Invitation, InvitationInfo } from '@sluice/contract/invitation'
import type { Member } from '@sluice/contract/member'
import type { Workspace, WorkspaceWithMembers } from '@sluice/contract/workspace'
import { asc, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { appUser } from '../platform/database/schema/users.ts'
import { invitation, member } from '../platform/database/schema/workspaces.ts'
import { findUserById } from '../users/user-store.ts'
import type { InvitationRow } from './invitation-store.ts'
import { findWorkspace, type WorkspaceRow } from './workspace-store.ts'

/** The workspace as the API shows it; its sealed columns stay here. */
export const toWorkspace = (row: WorkspaceRow): Workspace => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  createdUtc: row.createdUtc.toISOString(),
  createdByUserId: row.createdByUserId,
  ownerUserId: row.ownerUserId,
  companyName: row.companyName,
  firstName: row.firstName,
  lastName: row.lastName,
  phoneNumber: row.phoneNumber,
  licenseKeyIsSet: row.licenseKeySealed !== null,
})

/** What `pushWorkspace` carries, or null when the workspace is gone. */
export async function viewWorkspace(
  tx: Transaction,
  workspaceId: string,
): Promise<WorkspaceWithMembers | null> {
  const row = await findWorkspace(tx, workspaceId)
  if (!row) return null
  const members = await viewMembers(tx, workspaceId)
  const invitations = await viewInvitations(tx, workspaceId, members)
  return { ...toWorkspace(row), members, invitations }
}

async function viewMembers(tx: Transaction, workspaceId: string): Promise<Member[]> {
  const rows = await tx
    .select({
      member,
      userEmailAddress: appUser.emailAddress,
      userFirstName: appUser.firstName,
      userLastName: appUser.lastName,
    })
    .from(member)
    .innerJoin(appUser, eq(appUser.id, member.userId))
    .where(eq(member.workspaceId, workspaceId))
  return rows.map(({ member: row, ...user }) => ({
    id: row.id,
    workspaceId: row.workspaceId,
    createdUtc: row.createdUtc.toISOString(),
    invitedByUserId: row.invitedByUserId,
    userId: row.userId,
    ...user,
    status: row.status,
    accessLevel: row.accessLevel,
  }))
}

async function viewInvitations(
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

/** What the holder of a link sees of the invitation. */
export async function viewInvitationInfo(
  tx: Transaction,
  row: InvitationRow,
): Promise<InvitationInfo | null> {
  const workspace = await findWorkspace(tx, row.workspaceId)
  if (!workspace) return null
  const creator = row.createdByUserId === null ? null : await findUserById(tx, row.createdByUserId)
  return {
    workspaceName: workspace.name,
    workspaceCompanyName: workspace.companyName,
    createdByEmailAddress: creator?.emailAddress ?? null,
    createdByFirstName: creator?.firstName ?? null,
    createdByLastName: creator?.lastName ?? null,
    validUntilUtc: row.validUntilUtc.toISOString(),
  }
}
