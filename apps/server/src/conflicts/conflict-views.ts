import type { Conflict, ConflictFile } from '@sluice/contract/conflict'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { conflict } from '../platform/database/schema/conflicts.ts'
import { loadConflictFiles } from './conflict-file-store.ts'

const conflictsAtMost = 200

/** Conflicts of the workspace with their files, or those with the ids; the newest first. */
export async function viewConflicts(
  tx: Transaction,
  workspaceId: string,
  ids?: readonly string[],
): Promise<Conflict[]> {
  const named = ids === undefined ? undefined : inArray(conflict.id, [...ids])
  const rows = await tx
    .select()
    .from(conflict)
    .where(and(eq(conflict.workspaceId, workspaceId), named))
    .orderBy(desc(conflict.createdUtc))
    .limit(conflictsAtMost)
  const stored = await loadConflictFiles(
    tx,
    rows.map(({ id }) => id),
  )
  const filesOf = new Map(rows.map(({ id }) => [id, new Array<ConflictFile>()]))
  for (const { file } of stored) filesOf.get(file.conflictId)?.push(file)
  return rows.map((row) => ({
    id: row.id,
    workspaceId: row.workspaceId,
    jobId: row.jobId,
    createdUtc: row.createdUtc.toISOString(),
    title: row.title,
    mergeContext: row.mergeContext,
    remoteEnvironmentId: row.remoteEnvironmentId,
    localEnvironmentId: row.localEnvironmentId,
    files: filesOf.get(row.id) ?? [],
  }))
}
