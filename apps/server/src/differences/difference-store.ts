import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { announce } from '../platform/database/announce.ts'
import type { Transaction } from '../platform/database/database.ts'
import {
  differenceFile,
  environmentDifference as table,
  stackWatch,
} from '../platform/database/schema/differences.ts'

import { signalDifference } from './difference-signals.ts'

const filesPerInsert = 100

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

/** A flow has ended: what org and branch are known to have is another state, which has to be looked at. */
export async function noteFlow(tx: Transaction, owner: DifferenceOwner): Promise<void> {
  await saveDifference(tx, owner, { orgEndedUtc: null })
  const { workspaceId, stackId } = owner
  await signalDifference(tx, { what: 'branches', workspaceId, stackId })
}

/** Everything that is kept on one side. */
export async function findFilesOf(
  tx: Transaction,
  environmentId: string,
  side: KeptFile['side'],
): Promise<Pick<KeptFile, 'path' | 'content'>[]> {
  return await tx
    .select({ path: differenceFile.path, content: differenceFile.content })
    .from(differenceFile)
    .where(and(eq(differenceFile.environmentId, environmentId), eq(differenceFile.side, side)))
    .orderBy(asc(differenceFile.path))
}

/** Replaces what is kept on one side. */
export async function replaceFiles(
  tx: Transaction,
  { workspaceId, environmentId }: DifferenceOwner,
  {
    side,
    files,
  }: { readonly side: KeptFile['side']; readonly files: readonly Pick<KeptFile, 'path' | 'content'>[] },
): Promise<void> {
  await tx
    .delete(differenceFile)
    .where(and(eq(differenceFile.environmentId, environmentId), eq(differenceFile.side, side)))
  for (let at = 0; at < files.length; at += filesPerInsert) {
    const rows = files.slice(at, at + filesPerInsert)
    await tx
      .insert(differenceFile)
      .values(rows.map((file) => ({ workspaceId, environmentId, side, ...file })))
  }
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
