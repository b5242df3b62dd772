import { and, eq, inArray, sql } from 'drizzle-orm'
import { announce } from '../platform/database/announce.ts'
import type { Transaction } from '../platform/database/database.ts'
import {
  differenceFile,
  environmentDifference as table,
  stackWatch,
} from '../platform/database/schema/differences.ts'

export type DifferenceRow = typeof table.$inferSelect

/** The row of an environment. */
export interface DifferenceOwner {
  readonly workspaceId: string
  readonly stackId: string
  readonly environmentId: string
}

/** Null where nobody has looked at the environment yet. */
export async function findDifference(tx: Transaction, environmentId: string): Promise<DifferenceRow | null> {
  const [row] = await tx.select().from(table).where(eq(table.environmentId, environmentId))
  return row ?? null
}

/** Writes what a look found, or how it went, and tells the browsers. */
export async function saveDifference(
  tx: Transaction,
  { workspaceId, stackId, environmentId }: DifferenceOwner,
  found: Partial<Omit<DifferenceRow, keyof DifferenceOwner>>,
): Promise<void> {
  await tx
    .insert(table)
    .values({ workspaceId, stackId, environmentId, ...found })
    .onConflictDoUpdate({ target: table.environmentId, set: { workspaceId, ...found } })
  await announce(tx, { workspaceId, kind: 'pushDifferences', ids: [environmentId] })
}

export type KeptFile = Pick<typeof differenceFile.$inferSelect, 'side' | 'path' | 'content'>

/** What is kept of these files. */
export async function findKeptFiles(
  tx: Transaction,
  environmentId: string,
  paths: readonly string[],
): Promise<KeptFile[]> {
  const { side, path, content } = differenceFile
  return await tx
    .select({ side, path, content })
    .from(differenceFile)
    .where(and(eq(differenceFile.environmentId, environmentId), inArray(path, [...paths])))
}

/** Somebody looks at the stack now. */
export async function noteWatch(
  tx: Transaction,
  of: { readonly workspaceId: string; readonly stackId: string },
  now: Date,
): Promise<void> {
  await tx
    .insert(stackWatch)
    .values({ ...of, watchedUtc: now })
    .onConflictDoUpdate({
      target: stackWatch.stackId,
      set: { watchedUtc: sql`greatest(${stackWatch.watchedUtc}, excluded.watched_utc)` },
    })
}
