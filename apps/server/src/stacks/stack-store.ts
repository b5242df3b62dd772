import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { type Changes, isAnyChanged } from '../platform/database/changes.ts'
import type { Transaction } from '../platform/database/database.ts'
import { job } from '../platform/database/schema/jobs.ts'
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

export async function updateStack(tx: Transaction, id: string, changes: Changes<StackRow>): Promise<void> {
  if (isAnyChanged(changes)) await tx.update(stack).set(changes).where(eq(stack.id, id))
}

/** Whether a job of the stack has not ended. Locks the stack: until the transaction ends no job can be added to it. */
export async function hasUnfinishedJobs(tx: Transaction, id: string): Promise<boolean> {
  await tx.select({ id: stack.id }).from(stack).where(eq(stack.id, id)).for('update')
  return (await tx.$count(job, and(eq(job.stackId, id), ne(job.status, 'Ended')))) > 0
}

export async function deleteStack(tx: Transaction, id: string): Promise<void> {
  await tx.delete(stack).where(eq(stack.id, id))
}
