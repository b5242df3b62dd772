import type { ConflictResolution } from '@sluice/contract/conflict'
import { fittingResolution, hasConflictMarkers } from '@sluice/contract/conflict-rules'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '../platform/app-error.ts'
import type { ArtifactStore } from '../platform/artifacts.ts'
import type { Transaction } from '../platform/database/database.ts'
import {
  type ConflictFileVersionName,
  conflictFile,
  conflictFileVersion,
} from '../platform/database/schema/conflicts.ts'
import { type StoredConflictFile, loadConflictFiles } from './conflict-file-store.ts'

/** Which version becomes the result. A result that was written by hand stays as it is. */
const versionTaken: Readonly<Record<Exclude<ConflictResolution, 'Manual'>, ConflictFileVersionName>> = {
  TakeLocal: 'Local',
  TakeRemote: 'Remote',
  PreferLocal: 'PreferLocal',
  PreferRemote: 'PreferRemote',
}

export interface WantedResolutions {
  readonly conflictId: string
  readonly wanted: ReadonlyMap<string, ConflictResolution>
  readonly userId: string
}

/**
 * Resolves files of one conflict, all of them or none.
 * @throws AppError conflictFilesInvalid for a file of another conflict, and for a resolution that does not fit its file
 */
export async function resolveFilesAs(
  tx: Transaction,
  { conflictId, wanted, userId }: WantedResolutions,
  artifacts: ArtifactStore,
): Promise<void> {
  const stored = await loadNamed(tx, conflictId, [...wanted.keys()])
  const fitted = new Map<ConflictResolution, string[]>()
  for (const found of stored) {
    const resolution = requireFitting(found, wanted.get(found.file.id) ?? 'Manual')
    if (resolution === 'Manual') await requireNoMarkers(found, artifacts)
    fitted.set(resolution, [...(fitted.get(resolution) ?? []), found.file.id])
  }
  for (const [resolution, ids] of fitted) {
    if (resolution !== 'Manual') await setTargets(tx, ids, versionTaken[resolution])
    await tx
      .update(conflictFile)
      .set({
        status: 'Resolved',
        resolvedAs: resolution,
        resolvedByUserId: userId,
        resolvedUtc: sql`now()`,
        ...(resolution !== 'Manual' && modifiedBy(userId)),
      })
      .where(inArray(conflictFile.id, ids))
  }
}

/**
 * Takes back the resolutions and edits of files of one conflict.
 * @throws AppError conflictFilesInvalid for a file of another conflict
 */
export async function resetFilesOf(
  tx: Transaction,
  {
    conflictId,
    ids,
    userId,
  }: { readonly conflictId: string; readonly ids: readonly string[]; readonly userId: string },
): Promise<void> {
  await loadNamed(tx, conflictId, ids)
  await setTargets(tx, ids, 'Orig')
  await tx
    .update(conflictFile)
    .set({ ...unresolved, ...modifiedBy(userId) })
    .where(inArray(conflictFile.id, [...ids]))
}

/** What a file has of a resolution when it has none. */
export const unresolved = {
  status: 'Unresolved',
  resolvedAs: null,
  resolvedByUserId: null,
  resolvedUtc: null,
} as const

export const modifiedBy = (userId: string) => ({ lastModifiedByUserId: userId, lastModifiedUtc: sql`now()` })

/** How many files of the conflict nobody has resolved. */
export async function countUnresolved(tx: Transaction, conflictId: string): Promise<number> {
  return tx.$count(
    conflictFile,
    and(eq(conflictFile.conflictId, conflictId), eq(conflictFile.status, 'Unresolved')),
  )
}

async function loadNamed(
  tx: Transaction,
  conflictId: string,
  ids: readonly string[],
): Promise<StoredConflictFile[]> {
  const found = await loadConflictFiles(tx, [conflictId], ids)
  if (found.length === new Set(ids).size) return found
  throw new AppError('conflictFilesInvalid', { detail: 'A file does not belong to this conflict.' })
}

function requireFitting(
  { file, versions }: StoredConflictFile,
  wanted: ConflictResolution,
): ConflictResolution {
  const resolution = fittingResolution(file, wanted)
  if (resolution === null)
    throw new AppError('conflictFilesInvalid', { detail: `${file.filePath} cannot be resolved by hand.` })
  if (resolution.startsWith('Prefer') && resolution !== 'Manual' && !versions.has(versionTaken[resolution])) {
    const detail = `In ${file.filePath} preferring a side gives a file that does not fit together. Take a side or edit it.`
    throw new AppError('conflictFilesInvalid', { detail })
  }
  return resolution
}

async function requireNoMarkers(
  { file, versions }: StoredConflictFile,
  artifacts: ArtifactStore,
): Promise<void> {
  const target = versions.get('Target')
  const content = target && (await artifacts.read(target.fileKey).catch(() => null))
  if (!content)
    throw new AppError('conflictFilesResolveFailed', { detail: `${file.filePath} cannot be read.` })
  if (!hasConflictMarkers(content.toString())) return
  throw new AppError('conflictFilesInvalid', { detail: `${file.filePath} still has conflict markers.` })
}

/** Makes a version the result of files that have a result; whoever has the result open sees it change. */
async function setTargets(
  tx: Transaction,
  ids: readonly string[],
  from: ConflictFileVersionName,
): Promise<void> {
  const { version, conflictFileId } = conflictFileVersion
  const withResult = tx
    .select({ id: conflictFileId })
    .from(conflictFileVersion)
    .where(and(inArray(conflictFileId, [...ids]), eq(version, 'Target')))
  const taken = await tx
    .select()
    .from(conflictFileVersion)
    .where(and(inArray(conflictFileId, withResult), eq(version, from)))
  if (taken.length === 0) return
  await tx
    .insert(conflictFileVersion)
    .values(taken.map((row) => ({ ...row, version: 'Target' as const })))
    .onConflictDoUpdate({
      target: [conflictFileId, version],
      set: {
        sizeBytes: sql`excluded.size_bytes`,
        sha256: sql`excluded.sha256`,
        fileKey: sql`excluded.file_key`,
      },
    })
}
