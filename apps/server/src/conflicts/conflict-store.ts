import type { EarlierResolution, MergeContext, SideAuthor } from '@sluice/contract/conflict'
import type { StoredFile } from '../platform/artifacts.ts'
import type { Transaction } from '../platform/database/database.ts'
import {
  type ConflictChange,
  type ConflictFileVersionName,
  conflict,
  conflictFile,
  conflictFileVersion,
} from '../platform/database/schema/conflicts.ts'
import { newId } from '../platform/ids.ts'
import { announceConflict } from './open-conflict.ts'

export interface NewVersion extends StoredFile {
  readonly version: ConflictFileVersionName
  readonly mode: '100644' | '100755'
}

export interface NewConflictFile {
  readonly filePath: string
  readonly isBinary: boolean
  readonly localChange: ConflictChange
  readonly remoteChange: ConflictChange
  readonly localAuthors?: readonly SideAuthor[]
  readonly remoteAuthors?: readonly SideAuthor[]
  /** How people settled the same before. */
  readonly earlier?: EarlierResolution | null
  readonly versions: readonly NewVersion[]
}

export interface NewConflict {
  readonly id: string
  readonly workspaceId: string
  readonly jobId: string
  /** The step that found it. */
  readonly origin: string
  readonly title: string
  readonly mergeContext: MergeContext
  readonly localEnvironmentId: string | null
  readonly remoteEnvironmentId: string | null
  readonly localCommitHash: string | null
  readonly remoteCommitHash: string | null
  readonly files: readonly NewConflictFile[]
}

/** PostgreSQL takes at most 65,535 parameters in a statement. */
const rowsPerInsert = 2000

/** Stores a conflict whose contents lie in the artifact store already. */
export async function insertConflict(tx: Transaction, { files, ...columns }: NewConflict): Promise<void> {
  const { id: conflictId, workspaceId } = columns
  await tx.insert(conflict).values(columns)
  const rows = files.map(({ versions, ...file }) => ({
    versions,
    row: {
      ...file,
      id: newId(),
      workspaceId,
      conflictId,
      bothFilesExist: file.localChange !== 'Deleted' && file.remoteChange !== 'Deleted',
    },
  }))
  if (rows.length > 0) await tx.insert(conflictFile).values(rows.map(({ row }) => row))
  const versions = rows.flatMap(({ row, versions: ofFile }) =>
    ofFile.map((version) => ({ ...version, workspaceId, conflictFileId: row.id })),
  )
  for (let at = 0; at < versions.length; at += rowsPerInsert)
    await tx.insert(conflictFileVersion).values(versions.slice(at, at + rowsPerInsert))
  await announceConflict(tx, { workspaceId, conflictId })
}
