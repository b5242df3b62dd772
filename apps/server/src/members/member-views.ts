import type { Member } from '@sluice/contract/member'
import { eq } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { appUser } from '../platform/database/schema/users.ts'
import { member } from '../platform/database/schema/workspaces.ts'

/** The members of a workspace as the API shows them, with their names. */
export async function viewMembers(tx: Transaction, workspaceId: string): Promise<Member[]> {
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
