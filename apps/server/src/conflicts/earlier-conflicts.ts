import { type ConflictResolution, conflictResolution } from '@sluice/contract/conflict'
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import {
  type ConflictFileVersionName,
  conflict,
  conflictFile,
} from '../platform/database/schema/conflicts.ts'
import { inquiry } from '../platform/database/schema/inquiries.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { type StoredVersion, loadConflictFiles } from './conflict-file-store.ts'

/** A file that people have settled in a conflict with which they let its job go on. */
export interface SettledFile {
  readonly jobId: string
  readonly conflictId: string
  readonly conflictFileId: string
  readonly path: string
  readonly localEnvironmentId: string | null
  readonly resolvedAs: ConflictResolution
  readonly resolvedByUserId: string | null
  readonly resolvedUtc: string | null
  readonly versions: ReadonlyMap<ConflictFileVersionName, StoredVersion>
}

/** Earlier ones are not looked at. */
const settledAtMost = 2000

/** The files of these paths that people have settled in the stack, the newest first. */
export async function loadSettledFiles(
  tx: Transaction,
  { stackId, paths }: { readonly stackId: string; readonly paths: readonly string[] },
): Promise<SettledFile[]> {
  if (paths.length === 0) return []
  const rows = await tx
    .select({
      jobId: conflict.jobId,
      conflictId: conflict.id,
      localEnvironmentId: conflict.localEnvironmentId,
      fileId: conflictFile.id,
    })
    .from(conflictFile)
    .innerJoin(conflict, eq(conflict.id, conflictFile.conflictId))
    .innerJoin(job, eq(job.id, conflict.jobId))
    .innerJoin(
      inquiry,
      and(
        eq(inquiry.jobId, conflict.jobId),
        eq(inquiry.subject, 'MergeConflict'),
        eq(sql`${inquiry.prompt} ->> 'conflictId'`, sql`${conflict.id}::text`),
      ),
    )
    .where(
      and(
        eq(job.stackId, stackId),
        inArray(conflictFile.filePath, [...paths]),
        isNotNull(conflictFile.resolvedAs),
        eq(inquiry.status, 'Answered'),
        eq(sql`${inquiry.answer} ->> 'continue'`, 'true'),
      ),
    )
    .orderBy(desc(conflictFile.resolvedUtc))
    .limit(settledAtMost)
  const files = await loadConflictFiles(
    tx,
    [...new Set(rows.map(({ conflictId }) => conflictId))],
    rows.map(({ fileId }) => fileId),
  )
  const byId = new Map(files.map((one) => [one.file.id, one]))
  return rows.flatMap(({ fileId, ...row }) => {
    const found = byId.get(fileId)
    const resolvedAs = conflictResolution.safeParse(found?.file.resolvedAs).data
    if (found === undefined || resolvedAs === undefined) return []
    const { filePath: path, resolvedByUserId, resolvedUtc } = found.file
    return [
      {
        ...row,
        conflictFileId: fileId,
        path,
        resolvedAs,
        resolvedByUserId,
        resolvedUtc,
        versions: found.versions,
      },
    ]
  })
}
