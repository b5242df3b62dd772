import { createReadStream } from 'node:fs'
import { insertArtifact } from '../../jobs/artifact-store.ts'
import type { ArtifactType } from '../../platform/database/schema/jobs.ts'
import type { JobSession } from './job-session.ts'

/** Keeps a file of the work folder as an artifact: first the file, then the row that names it. */
export async function keepArtifact(
  session: JobSession,
  given: {
    readonly name: string
    readonly type: ArtifactType
    /** A zip archive unless it says otherwise. */
    readonly contentType?: string
    readonly path: () => Promise<string>
  },
): Promise<void> {
  const { ctx, run, job } = session
  await run.step(`keep ${given.type} ${given.name}`, async () => {
    const file = await ctx.artifacts.store(job.workspaceId, createReadStream(await given.path()))
    await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
      insertArtifact(tx, {
        workspaceId: job.workspaceId,
        jobId: job.id,
        name: given.name,
        type: given.type,
        contentType: given.contentType ?? 'application/zip',
        file,
      }),
    )
    return null
  })
}
