import { and, eq, like, ne, or, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { stack } from '../platform/database/schema/stacks.ts'
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

/** Slugs and names that begin alike, for choosing free ones. Sees all workspaces: only for system transactions. */
export async function listTakenNames(tx: Transaction, like_: { slug: string; name: string }) {
  return tx
    .select({ slug: workspace.slug, name: workspace.name })
    .from(workspace)
    .where(
      or(
        like(workspace.slug, `${like_.slug}%`),
        sql`starts_with(lower(${workspace.name}), ${like_.name.toLowerCase()})`,
      ),
    )
}

export async function insertWorkspace(tx: Transaction, row: typeof workspace.$inferInsert): Promise<void> {
  await tx.insert(workspace).values(row)
}

export type WorkspaceChanges = Partial<
  Pick<WorkspaceRow, 'name' | 'slug' | 'companyName' | 'firstName' | 'lastName' | 'phoneNumber'>
>

export async function updateWorkspace(
  tx: Transaction,
  id: string,
  changes: WorkspaceChanges & { ownerUserId?: string },
): Promise<void> {
  await tx.update(workspace).set(changes).where(eq(workspace.id, id))
}

export async function deleteWorkspace(tx: Transaction, id: string): Promise<void> {
  await tx.delete(workspace).where(eq(workspace.id, id))
}

/** Whether another workspace has this slug or name. Sees all workspaces: only for system transactions. */
export async function isWorkspaceValueTaken(
  tx: Transaction,
  of: { id: string; column: 'slug' | 'name'; value: string },
): Promise<boolean> {
  const rows = await tx
    .select({ id: workspace.id })
    .from(workspace)
    .where(and(ne(workspace.id, of.id), eq(sql`lower(${workspace[of.column]})`, of.value.toLowerCase())))
    .limit(1)
  return rows.length > 0
}

export async function hasStacks(tx: Transaction, workspaceId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: stack.id })
    .from(stack)
    .where(eq(stack.workspaceId, workspaceId))
    .limit(1)
  return rows.length > 0
}
