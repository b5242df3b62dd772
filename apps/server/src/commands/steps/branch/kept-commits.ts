import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packCommits, unpackCommits } from '@sluice/git/commit-pack'
import { resolveCommit } from '@sluice/git/rev-parse'
import type { JobSession } from '../session/job-session.ts'
import { keptFolder } from '../session/kept-folder.ts'
import { writeWhole } from '../session/work-folder.ts'

/** Commits of a job that no branch of the remote has. */
export interface UnpushedCommits {
  readonly commits: readonly string[]
  /** Heads of branches of the remote, whose commits are not kept. */
  readonly without: readonly string[]
}

const packFile = 'commits.pack'

/**
 * Keeps commits with the job, so that a worker on another machine has them although nothing was pushed. `ensureCommits` makes them
 * again where they are lost before they are kept.
 */
export async function keepCommits(
  session: JobSession,
  name: string,
  kept: UnpushedCommits & { readonly ensureCommits: () => Promise<void> },
): Promise<void> {
  const { commits, without, ensureCommits } = kept
  const folder = await keptFolder(session, name, async (path) => {
    await ensureCommits()
    const { repository } = await session.mirror()
    const pack = await packCommits(repository, { commits, without, signal: session.run.signal })
    await writeWhole(join(path, packFile), [pack])
  })
  const { repository } = await session.mirror()
  const found = await Promise.all(commits.map((commit) => resolveCommit(repository, commit)))
  if (found.every((commit) => commit !== null)) return
  await unpackCommits(repository, await readFile(join(folder, packFile)), { signal: session.run.signal })
}
