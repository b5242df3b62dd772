import type { ConflictResolution } from '@sluice/contract/conflict'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { conflict } from '../platform/database/schema/conflicts.ts'
import { inquiry } from '../platform/database/schema/inquiries.ts'
import { loadConflictFiles } from './conflict-file-store.ts'

/** How people settled a file, by the digests of its versions; null where a side has no file. */
export interface Decision {
  readonly path: string
  readonly digests: {
    readonly base: string | null
    readonly ours: string | null
    readonly theirs: string | null
  }
  readonly resolvedAs: ConflictResolution
  /** Where the result lies; null where a side is taken. */
  readonly fileKey: string | null
}

/** What was decided in those conflicts of a job with which people let it go on, in the order of the conflicts. */
export async function loadDecisions(tx: Transaction, jobId: string): Promise<Decision[]> {
  const answered = await tx
    .select({ id: conflict.id })
    .from(conflict)
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
        eq(conflict.jobId, jobId),
        eq(inquiry.status, 'Answered'),
        eq(sql`${inquiry.answer} ->> 'continue'`, 'true'),
      ),
    )
    .orderBy(asc(inquiry.createdUtc))
  const decisions: Decision[] = []
  for (const { id } of answered) {
    for (const { file, versions } of await loadConflictFiles(tx, [id])) {
      const { filePath: path, resolvedAs } = file
      if (resolvedAs === null) continue
      const digestOf = (version: 'Base' | 'Local' | 'Remote') => versions.get(version)?.sha256 ?? null
      const digests = { base: digestOf('Base'), ours: digestOf('Local'), theirs: digestOf('Remote') }
      const fileKey = resolvedAs.startsWith('Take') ? null : (versions.get('Target')?.fileKey ?? null)
      decisions.push({ path, digests, resolvedAs, fileKey })
    }
  }
  return decisions
}
