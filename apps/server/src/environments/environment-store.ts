import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { type Changes, isAnyChanged } from '../platform/database/changes.ts'
import type { Transaction } from '../platform/database/database.ts'
import { environment, environmentTag } from '../platform/database/schema/environments.ts'
import { environmentLock } from '../platform/database/schema/job-execution.ts'

export type EnvironmentRow = typeof environment.$inferSelect

export interface FoundEnvironment extends EnvironmentRow {
  tags: Record<string, string | null>
  isLocked: boolean
  lockedByJobId: string | null
}

export async function findEnvironment(
  tx: Transaction,
  of: { workspaceId: string; stackId: string; environmentId: string },
): Promise<EnvironmentRow | null> {
  const [row] = await tx
    .select()
    .from(environment)
    .where(
      and(
        eq(environment.workspaceId, of.workspaceId),
        eq(environment.stackId, of.stackId),
        eq(environment.id, of.environmentId),
      ),
    )
  return row ?? null
}

/** The environment of the stack's production org; null until the stack is initialized. */
export async function findProduction(tx: Transaction, stackId: string): Promise<EnvironmentRow | null> {
  const [row] = await tx
    .select()
    .from(environment)
    .where(and(eq(environment.stackId, stackId), eq(environment.isProduction, true)))
  return row ?? null
}

/** The environments of the stacks with their tags and who holds them. */
export async function listEnvironments(
  tx: Transaction,
  workspaceId: string,
  stackIds: readonly string[],
): Promise<FoundEnvironment[]> {
  if (stackIds.length === 0) return []
  const rows = await tx
    .select()
    .from(environment)
    .where(and(eq(environment.workspaceId, workspaceId), inArray(environment.stackId, [...stackIds])))
    .orderBy(sql`lower(${environment.name})`)
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const tags = await tx.select().from(environmentTag).where(inArray(environmentTag.environmentId, ids))
  const locks = await tx
    .select()
    .from(environmentLock)
    .where(and(inArray(environmentLock.environmentId, ids), eq(environmentLock.mode, 'Exclusive')))
  return rows.map((row) => {
    const lock = locks.find((l) => l.environmentId === row.id)
    const own = tags.filter((tag) => tag.environmentId === row.id)
    return {
      ...row,
      tags: Object.fromEntries(own.map((tag) => [tag.name, tag.value])),
      isLocked: lock !== undefined,
      lockedByJobId: lock?.jobId ?? null,
    }
  })
}

export async function updateEnvironment(
  tx: Transaction,
  id: string,
  changes: Changes<EnvironmentRow>,
): Promise<void> {
  if (isAnyChanged(changes)) await tx.update(environment).set(changes).where(eq(environment.id, id))
}

/** Sets a tag; a name that differs in case only is the same tag, and keeps the newest writing. */
export async function setTag(
  tx: Transaction,
  tag: { workspaceId: string; environmentId: string; name: string; value: string | null },
): Promise<void> {
  const { name, value } = tag
  await tx
    .insert(environmentTag)
    .values(tag)
    .onConflictDoUpdate({
      target: [environmentTag.environmentId, environmentTag.nameKey],
      set: { name, value },
    })
}

/** How many tags the environment has besides the one of this name. */
export async function countOtherTags(tx: Transaction, environmentId: string, name: string): Promise<number> {
  const isOther = ne(environmentTag.nameKey, name.toLowerCase())
  return tx.$count(environmentTag, and(eq(environmentTag.environmentId, environmentId), isOther))
}

export async function deleteTag(tx: Transaction, environmentId: string, name: string): Promise<void> {
  await tx
    .delete(environmentTag)
    .where(
      and(eq(environmentTag.environmentId, environmentId), eq(environmentTag.nameKey, name.toLowerCase())),
    )
}
