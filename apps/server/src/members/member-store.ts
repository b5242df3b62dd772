import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { appUser } from '../platform/database/schema/users.ts'
import { type AccessLevel, member, workspace } from '../platform/database/schema/workspaces.ts'

/** What a workspace lets a user do; null for somebody who is neither member nor global administrator. */
export interface Standing {
  accessLevel: AccessLevel | null
  isOwner: boolean
}

/** The user's standing, or null when there is no such workspace. A member whose account is disabled has none of a member's rights. */
export async function findStanding(
  tx: Transaction,
  workspaceId: string,
  userId: string,
): Promise<Standing | null> {
  const [row] = await tx
    .select({
      ownerUserId: workspace.ownerUserId,
      accessLevel: member.accessLevel,
      status: member.status,
      disabledUtc: appUser.disabledUtc,
    })
    .from(workspace)
    .leftJoin(member, and(eq(member.workspaceId, workspace.id), eq(member.userId, userId)))
    .leftJoin(appUser, eq(appUser.id, member.userId))
    .where(eq(workspace.id, workspaceId))
  if (!row) return null
  const isActive = row.status === 'Active' && row.disabledUtc === null
  return { accessLevel: isActive ? row.accessLevel : null, isOwner: isActive && row.ownerUserId === userId }
}

export async function insertMember(tx: Transaction, row: typeof member.$inferInsert): Promise<void> {
  await tx.insert(member).values(row)
}

/** The active membership of a user, locked until the transaction ends. */
export async function lockActiveMember(tx: Transaction, workspaceId: string, userId: string) {
  const [row] = await tx
    .select()
    .from(member)
    .where(and(eq(member.workspaceId, workspaceId), eq(member.userId, userId), eq(member.status, 'Active')))
    .for('update')
  return row ?? null
}

/** An active member by his id in the workspace. */
export async function findActiveMember(
  tx: Transaction,
  { workspaceId, memberId }: { workspaceId: string; memberId: string },
) {
  const [row] = await tx
    .select()
    .from(member)
    .where(and(eq(member.workspaceId, workspaceId), eq(member.id, memberId), eq(member.status, 'Active')))
  return row ?? null
}

/** Whether the user with this e-mail address is an active member. */
export async function isActiveAddress(
  tx: Transaction,
  workspaceId: string,
  emailAddress: string,
): Promise<boolean> {
  const isMember = and(eq(member.workspaceId, workspaceId), eq(member.status, 'Active'))
  const rows = await tx
    .select({ id: member.id })
    .from(member)
    .innerJoin(appUser, eq(appUser.id, member.userId))
    .where(and(isMember, eq(sql`lower(${appUser.emailAddress})`, emailAddress.toLowerCase())))
  return rows.length > 0
}

export async function setAccessLevel(tx: Transaction, memberId: string, accessLevel: AccessLevel) {
  await tx.update(member).set({ accessLevel }).where(eq(member.id, memberId))
}
