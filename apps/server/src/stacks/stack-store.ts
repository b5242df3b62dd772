import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { stack } from '../platform/database/schema/stacks.ts'

export type StackRow = typeof stack.$inferSelect

export async function findStack(tx: Transaction, workspaceId: string, id: string): Promise<StackRow | null> {
  const [row] = await tx
    .select()
    .from(stack)
    .where(and(eq(stack.workspaceId, workspaceId), eq(stack.id, id)))
  return row ?? null
}

/** All stacks of the workspace, or those of them with the ids. */
export async function listStacks(
  tx: Transaction,
  workspaceId: string,
  ids?: readonly string[],
): Promise<StackRow[]> {
  const named = ids === undefined ? undefined : inArray(stack.id, [...ids])
  return tx
    .select()
    .from(stack)
    .where(and(eq(stack.workspaceId, workspaceId), named))
    .orderBy(sql`lower(${stack.name})`)
}

/** The names and slugs in use beside the given stack. */
export async function listOtherStackNames(tx: Transaction, workspaceId: string, exceptId?: string) {
  return tx
    .select({ name: stack.name, slug: stack.slug })
    .from(stack)
    .where(
      and(eq(stack.workspaceId, workspaceId), exceptId === undefined ? undefined : ne(stack.id, exceptId)),
    )
}

export async function insertStack(tx: Transaction, row: typeof stack.$inferInsert): Promise<void> {
  await tx.insert(stack).values(row)
}

export async function updateStack(
  tx: Transaction,
  id: string,
  changes: Partial<Omit<StackRow, 'id' | 'workspaceId'>>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await tx.update(stack).set(changes).where(eq(stack.id, id))
}

export async function deleteStack(tx: Transaction, id: string): Promise<void> {
  await tx.delete(stack).where(eq(stack.id, id))
}
