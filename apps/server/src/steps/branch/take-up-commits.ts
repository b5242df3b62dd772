import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { unpackCommits } from '@sluice/git/commit-pack'
import { GitError } from '@sluice/git/errors'
import type { Context } from '../../context.ts'
import { loadJobFilesNamed } from '../../durable/job-files.ts'
import type { Run } from '../../durable/run.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import type { Mirror } from '../session/mirror.ts'

/** The file in which a step keeps commits with the job. */
export const packFile = 'commits.pack'

const decompress = promisify(gunzip)

/**
 * Puts what an earlier run of a job has worked with into the mirror of a later one: the branches, and the commits that it has kept.
 * @throws JobFailure when no branch has the commits that they stand on
 */
export async function takeUpCommits(ctx: Context, run: Run, mirror: Mirror): Promise<void> {
  if (run.epoch === 1) return
  // The recorded steps have fetched branches, perhaps on another machine.
  await mirror.fetchAll()
  const packs = await ctx.database.inWorkspace(run.workspaceId, null, (tx) =>
    loadJobFilesNamed(tx, run.jobId, packFile),
  )
  for (const pack of packs) {
    try {
      await unpackCommits(mirror.repository, await decompress(pack), { signal: run.signal })
    } catch (error) {
      if (!(error instanceof GitError) || error.code !== 'notFound') throw error
      throw new JobFailure(
        'The history of a branch was rewritten while the job ran.',
        'The commits of the job stand on commits that the repository no longer has. Run the job again: it begins with the branches as they are now.',
        { cause: error },
      )
    }
  }
}
