import type { Invitation } from '@sluice/contract/invitation'
import type { Member } from '@sluice/contract/member'
import type { Workspace, WorkspaceWithMembers } from '@sluice/contract/workspace'
import { eq } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { appUser } from '../platform/database/schema/users.ts'
import { invitation, member } from '../platform/database/schema/workspaces.ts'
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
  const [members, invitations] = [await viewMembers(tx, workspaceId), await viewInvitations(tx, workspaceId)]
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

async function viewInvitations(tx: Transaction, workspaceId: string): Promise<Invitation[]> {
  const rows = await tx.select().from(invitation).where(eq(invitation.workspaceId, workspaceId))
  return rows.map((row) => ({
    ...row,
    createdUtc: row.createdUtc.toISOString(),
    validUntilUtc: row.validUntilUtc.toISOString(),
  }))
}
