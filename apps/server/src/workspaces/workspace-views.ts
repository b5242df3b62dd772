import type { Workspace, WorkspaceWithMembers } from '@sluice/contract/workspace'
import type { Transaction } from '../platform/database/database.ts'
import { viewInvitations } from '../invitations/invitation-views.ts'
import { viewMembers } from '../members/member-views.ts'
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
