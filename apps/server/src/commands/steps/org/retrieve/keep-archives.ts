import { basename, join } from 'node:path'
import { readdir } from 'node:fs/promises'
import type { JobSession } from '../../session/job-session.ts'
import { keepArtifact } from '../../session/keep-artifact.ts'
import { retrievePart } from './retrieve-plan.ts'

/**
 * Keeps the retrieved archives as artifacts of the job, one per batch. `ensureRetrieved` retrieves again where another worker
 * retrieved them and its files are not here.
 */
export async function keepRetrievedArchives(
  session: JobSession,
  ensureRetrieved: () => Promise<void>,
): Promise<void> {
  const prefix = session.part === null ? 'retrieved' : `retrieved-${session.part}`
  const folder = join((await session.work()).path, retrievePart)
  const names = await session.run.step('list retrieved archives', async () => {
    await ensureRetrieved()
    const found = await readdir(folder)
    return found.filter((name) => name.endsWith('.zip')).toSorted()
  })
  for (const name of names) {
    await keepArtifact(session, {
      name: `${prefix}-${basename(name)}`,
      type: 'RetrievedMetadataArchive',
      path: async () => {
        await ensureRetrieved()
        return join(folder, name)
      },
    })
  }
}
