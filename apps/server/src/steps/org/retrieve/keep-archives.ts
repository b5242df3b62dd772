import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type NewArtifact, insertArtifact } from '../../../jobs/artifact-store.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { JobSession } from '../../session/job-session.ts'
import { retrievePart } from './retrieve-plan.ts'

/** Stores the archives of a complete retrieve, one per batch. Returns the write that names them as artifacts of the job. */
export async function storeRetrievedArchives(
  session: JobSession,
): Promise<(tx: Transaction) => Promise<void>> {
  const { ctx, job, part } = session
  const { workspaceId, id: jobId } = job
  const prefix = part === null ? 'retrieved' : `retrieved-${part}`
  const folder = join((await session.work()).path, retrievePart)
  const archives = (await readdir(folder)).filter((name) => name.endsWith('.zip')).toSorted()
  const stored: NewArtifact[] = []
  for (const archive of archives) {
    const file = await ctx.artifacts.store(workspaceId, createReadStream(join(folder, archive)))
    const name = `${prefix}-${archive}`
    const contentType = 'application/zip'
    stored.push({ workspaceId, jobId, name, type: 'RetrievedMetadataArchive', contentType, file })
  }
  return async (tx) => {
    for (const artifact of stored) await insertArtifact(tx, artifact)
  }
}
