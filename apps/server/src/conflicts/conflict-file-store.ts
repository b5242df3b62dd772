import { type ConflictFile, conflictResolution } from '@sluice/contract/conflict'
import { bothFilesExistFor, localChangeOf, remoteChangeOf } from '@sluice/contract/conflict-rules'
import { and, asc, inArray } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import {
  type ConflictChange,
  type ConflictFileVersionName,
  conflictFile,
  conflictFileVersion,
} from '../platform/database/schema/conflicts.ts'

export type StoredVersion = typeof conflictFileVersion.$inferSelect

/** A file as the contract shows it, with what is stored of its versions. */
export interface StoredConflictFile {
  readonly file: ConflictFile
  readonly versions: ReadonlyMap<ConflictFileVersionName, StoredVersion>
}

/** The files of conflicts in the order of their paths, or those of one conflict with these ids. */
export async function loadConflictFiles(
  tx: Transaction,
  conflictIds: readonly string[],
  fileIds?: readonly string[],
): Promise<StoredConflictFile[]> {
  if (conflictIds.length === 0 || fileIds?.length === 0) return []
  const named = fileIds && inArray(conflictFile.id, [...fileIds])
  const rows = await tx
    .select()
    .from(conflictFile)
    .where(and(inArray(conflictFile.conflictId, [...conflictIds]), named))
    .orderBy(asc(conflictFile.filePath))
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const stored = await tx
    .select()
    .from(conflictFileVersion)
    .where(inArray(conflictFileVersion.conflictFileId, ids))
  const byFile = new Map(ids.map((id) => [id, new Map<ConflictFileVersionName, StoredVersion>()]))
  for (const version of stored) byFile.get(version.conflictFileId)?.set(version.version, version)
  return rows.map((row) => {
    const versions = byFile.get(row.id) ?? new Map<ConflictFileVersionName, StoredVersion>()
    return { file: toFile(row, versions), versions }
  })
}

type Row = typeof conflictFile.$inferSelect

function toFile(row: Row, versions: StoredConflictFile['versions']): ConflictFile {
  const size = (name: ConflictFileVersionName) => versions.get(name)?.sizeBytes ?? null
  const status = gitStatusOf(row)
  return {
    id: row.id,
    conflictId: row.conflictId,
    filePath: row.filePath,
    status,
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
    localChange: localChangeOf(status),
    remoteChange: remoteChangeOf(status),
    bothFilesExist: bothFilesExistFor(status),
    localAuthors: [...row.localAuthors],
    remoteAuthors: [...row.remoteAuthors],
    earlier: row.earlier,
  }
}

interface Sides {
  readonly localChange: ConflictChange
  readonly remoteChange: ConflictChange
}

/** Git's word for what the two sides did; "us" is the local side. */
function gitStatusOf({ localChange: local, remoteChange: remote }: Sides): ConflictFile['status'] {
  if (local === 'Deleted') return remote === 'Deleted' ? 'UnmergedBothDeleted' : 'UnmergedDeletedByUs'
  if (remote === 'Deleted') return 'UnmergedDeletedByThem'
  if (local === 'Added') return remote === 'Added' ? 'UnmergedBothAdded' : 'UnmergedAddedByUs'
  return remote === 'Added' ? 'UnmergedAddedByThem' : 'UnmergedBothModified'
}
