import { type Conflict, type ConflictFile, conflictResolution } from '@sluice/contract/conflict'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { conflict, conflictFile, conflictFileVersion } from '../platform/database/schema/conflicts.ts'

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
  const files = await viewFiles(
    tx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    id: row.id,
    workspaceId: row.workspaceId,
    jobId: row.jobId,
    createdUtc: row.createdUtc.toISOString(),
    title: row.title,
    mergeContext: row.mergeContext,
    remoteEnvironmentId: row.remoteEnvironmentId,
    localEnvironmentId: row.localEnvironmentId,
    files: files.filter((file) => file.conflictId === row.id),
  }))
}

type Version = typeof conflictFileVersion.$inferSelect

async function viewFiles(tx: Transaction, conflictIds: string[]): Promise<ConflictFile[]> {
  if (conflictIds.length === 0) return []
  const rows = await tx
    .select()
    .from(conflictFile)
    .where(inArray(conflictFile.conflictId, conflictIds))
    .orderBy(asc(conflictFile.filePath))
  const fileIds = rows.map((row) => row.id)
  const versions = fileIds.length
    ? await tx.select().from(conflictFileVersion).where(inArray(conflictFileVersion.conflictFileId, fileIds))
    : []
  return rows.map((row) =>
    toFile(
      row,
      versions.filter((v) => v.conflictFileId === row.id),
    ),
  )
}

function toFile(row: typeof conflictFile.$inferSelect, versions: readonly Version[]): ConflictFile {
  const size = (name: Version['version']) => versions.find((v) => v.version === name)?.sizeBytes ?? null
  return {
    id: row.id,
    conflictId: row.conflictId,
    filePath: row.filePath,
    status: gitStatusOf(row),
    sizeBytesLocal: size('Local'),
    sizeBytesRemote: size('Remote'),
    sizeBytesBase: size('Base'),
    sizeBytesTarget: size('Target'),
    sizeBytesOrig: size('Orig'),
    isBinary: row.isBinary,
    lastModifiedByUserId: row.lastModifiedByUserId,
    lastModifiedUtc: row.lastModifiedUtc?.toISOString() ?? null,
    resolvedAs: conflictResolution.nullable().parse(row.resolvedAs),
    resolvedByUserId: row.resolvedByUserId,
    resolvedUtc: row.resolvedUtc?.toISOString() ?? null,
    localChange: shown(row.localChange),
    remoteChange: shown(row.remoteChange),
    bothFilesExist: row.bothFilesExist,
  }
}

const shown = (change: 'None' | 'Added' | 'Modified' | 'Deleted') => (change === 'None' ? 'Modified' : change)

/** Git's word for what the two sides did; "us" is the local side. */
function gitStatusOf(row: RowSides): ConflictFile['status'] {
  const { localChange: local, remoteChange: remote } = row
  if (local === 'Deleted') return remote === 'Deleted' ? 'UnmergedBothDeleted' : 'UnmergedDeletedByUs'
  if (remote === 'Deleted') return 'UnmergedDeletedByThem'
  if (local === 'Added') return remote === 'Added' ? 'UnmergedBothAdded' : 'UnmergedAddedByUs'
  return remote === 'Added' ? 'UnmergedAddedByThem' : 'UnmergedBothModified'
}

type RowSides = Pick<typeof conflictFile.$inferSelect, 'localChange' | 'remoteChange'>
