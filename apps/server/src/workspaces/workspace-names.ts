import { and, eq, like, ne, or, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { workspace } from '../platform/database/schema/workspaces.ts'

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
