import { and, eq, sql } from 'drizzle-orm'
import { type Changes, isAnyChanged } from '../platform/database/changes.ts'
import type { Transaction } from '../platform/database/database.ts'
import { member, workspace } from '../platform/database/schema/workspaces.ts'

export type WorkspaceRow = typeof workspace.$inferSelect

/** The workspaces of a user with his level; every one for a global administrator. */
export async function listWorkspacesOf(
  tx: Transaction,
  user: { userId: string; isGlobalAdministrator: boolean },
) {
  return tx
    .select({ workspace, accessLevel: member.accessLevel })
    .from(workspace)
    .leftJoin(
      member,
      and(eq(member.workspaceId, workspace.id), eq(member.userId, user.userId), eq(member.status, 'Active')),
    )
    .where(user.isGlobalAdministrator ? undefined : sql`${member.id} is not null`)
    .orderBy(sql`lower(${workspace.name})`)
}

export async function findWorkspace(tx: Transaction, id: string): Promise<WorkspaceRow | null> {
  const [row] = await tx.select().from(workspace).where(eq(workspace.id, id))
  return row ?? null
}

/** Holds back other changes of the workspace until this transaction ends. */
export async function lockWorkspace(tx: Transaction, id: string): Promise<WorkspaceRow | null> {
  const [row] = await tx.select().from(workspace).where(eq(workspace.id, id)).for('update')
  return row ?? null
}

export async function insertWorkspace(tx: Transaction, row: typeof workspace.$inferInsert): Promise<void> {
  await tx.insert(workspace).values(row)
}

export async function updateWorkspace(
  tx: Transaction,
  id: string,
  changes: Changes<WorkspaceRow>,
): Promise<void> {
  if (isAnyChanged(changes)) await tx.update(workspace).set(changes).where(eq(workspace.id, id))
}

export async function setLicenseKey(
  tx: Transaction,
  id: string,
  key: { licenseKeySealed: string; licenseKeyHash: string },
): Promise<void> {
  await tx.update(workspace).set(key).where(eq(workspace.id, id))
}

export async function deleteWorkspace(tx: Transaction, id: string): Promise<void> {
  await tx.delete(workspace).where(eq(workspace.id, id))
}
