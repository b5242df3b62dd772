import { and, eq } from 'drizzle-orm'
import { announce } from '../platform/database/announce.ts'
import type { StoredFile } from '../platform/artifacts.ts'
import type { Transaction } from '../platform/database/database.ts'
import { type ArtifactType, artifact } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'

export interface NewArtifact {
  readonly workspaceId: string
  readonly jobId: string
  readonly name: string
  readonly type: ArtifactType
  readonly contentType: string
  readonly file: StoredFile
}

/** Names a stored file as an artifact of the job. The file must be complete on disk; a repeat changes nothing. */
export async function insertArtifact(tx: Transaction, given: NewArtifact): Promise<void> {
  const { file, ...columns } = given
  await tx
    .insert(artifact)
    .values({ id: newId(), ...columns, ...file })
    .onConflictDoNothing()
  await announce(tx, { workspaceId: given.workspaceId, kind: 'pushJobs', ids: [given.jobId] })
}

/** The stored file of the job's result. */
export async function findOutput(
  tx: Transaction,
  jobId: string,
): Promise<Pick<StoredFile, 'fileKey'> | null> {
  const [row] = await tx
    .select({ fileKey: artifact.fileKey })
    .from(artifact)
    .where(and(eq(artifact.jobId, jobId), eq(artifact.type, 'Output')))
  return row ?? null
}
