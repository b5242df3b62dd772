import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { packCommits } from '@sluice/git/commit-pack'
import { GitError } from '@sluice/git/errors'
import type { Repository } from '@sluice/git/git'
import { resolveCommit } from '@sluice/git/rev-parse'
import type { StoredFile } from '../../durable/job-files.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import type { JobSession } from '../session/job-session.ts'
import { mostKeptBytes, piecesOf, stepWithFiles } from '../session/kept-folder.ts'
import { packFile } from './take-up-commits.ts'

/** Commits of a job that no branch of the remote has. */
export interface UnpushedCommits {
  readonly commits: readonly string[]
  /** Commits that the remote has, whose history is not kept. */
  readonly without: readonly string[]
}

const compress = promisify(gzip)

/** A recorded step that writes commits: they are kept with the job in the transaction that records it. */
export async function stepWithCommits<T>(
  session: JobSession,
  name: string,
  make: () => Promise<{ readonly result: T; readonly unpushed: UnpushedCommits }>,
): Promise<T> {
  return await stepWithFiles(session, name, async () => {
    const { result, unpushed } = await make()
    return { result, files: await packToKeep(session, unpushed) }
  })
}

/**
 * The commits as a file that a step stores; nothing where the remote has all of them. A pack that is too large is not stored: such a
 * job can be continued only where its mirror is, and fails elsewhere with `lostCommits`.
 */
export async function packToKeep(
  session: JobSession,
  { commits, without }: UnpushedCommits,
): Promise<StoredFile[]> {
  const unpushed = commits.filter((commit) => !without.includes(commit))
  if (unpushed.length === 0) return []
  const { repository } = await session.mirror()
  const limited = { ...repository, limits: { ...repository.limits, maxOutputBytes: mostKeptBytes } }
  try {
    const pack = await packCommits(limited, { commits: unpushed, without, signal: session.run.signal })
    // A pack is compressed already.
    const stored = await compress(pack, { level: constants.Z_NO_COMPRESSION })
    return [{ name: packFile, pieces: piecesOf(stored) }]
  } catch (error) {
    if (!(error instanceof GitError) || error.code !== 'tooLarge') throw error
    session.ctx.log.warn({ jobId: session.job.id }, 'The commits of a job are too large to be kept with it')
    return []
  }
}

/** @throws JobFailure when the mirror lacks one of the commits */
export async function requireCommits(repository: Repository, commits: readonly string[]): Promise<void> {
  for (const commit of commits) if ((await resolveCommit(repository, commit)) === null) throw lostCommits()
}

/** The commits were made on another machine and are not kept: they are too large, or an earlier release made them. */
export const lostCommits = (): JobFailure =>
  new JobFailure(
    'The commits of the job are on the machine that began it, and were not kept for another one.',
    'The job has pushed nothing. Run it again: it retrieves the org as it is now.',
  )
