import { type CommitLimits, checkCommit } from '@sluice/git/check-commit'
import { createBareRepository, openRepository } from '@sluice/git/init'
import type { Repository } from '@sluice/git/git'
import { GitError } from '@sluice/git/errors'
import { fetchBranches, remoteBranchRef } from '@sluice/git/fetch'
import { listRemoteRefs } from '@sluice/git/ls-remote'
import type { Remote } from '@sluice/git/remote'
import { resolveCommit } from '@sluice/git/rev-parse'
import { openSharedReader } from '@sluice/git/shared-reader'
import { removeStaleLocks } from '@sluice/git/stale-locks'
import type { OpenRemote } from './git-remote.ts'
import { type RetryLimit, whileBrieflyTransient } from './transient-retry.ts'
import { type WorkFolder, completePart } from './work-folder.ts'

/** A bare copy of the stack's repository for one attempt of one job. */
export interface Mirror {
  readonly repository: Repository
  /** The remote with a credential that is valid now. */
  remote(): Promise<Remote>
  /**
   * Brings the branch as it is now and returns its head; null when the remote has no such branch.
   * @throws GitError `tooLarge` for a head beyond the limits of a commit
   */
  fetch(branch: string): Promise<string | null>
  /**
   * Refuses a commit that holds more than it may; one that has passed passes again without being read.
   * @throws GitError `tooLarge`
   */
  check(commitHash: string): Promise<void>
  /** The remote's branches and its default branch; nothing is fetched. */
  refs(): Promise<{ defaultBranch: string | null; branches: readonly { name: string; commitHash: string }[] }>
}

interface MirrorOptions {
  readonly work: WorkFolder
  readonly remote: OpenRemote
  /** Returns signal and deadline for the next call: the signal of a job is another one inside uncancellable work. */
  readonly limit: () => RetryLimit
  /** What a fetched head may hold; null where its host has refused more. */
  readonly commitLimits: CommitLimits | null
  /** Set for the mirror of a job: puts the commits into it that earlier runs of the job have kept. */
  readonly takeUp?: (repository: Repository) => Promise<void>
}

/** Commits within the limits of this process: what a commit holds never changes. */
const passed = new Set<string>()
const mostPassed = 10_000

export async function openMirror(options: MirrorOptions): Promise<Mirror> {
  const { work, remote, limit, commitLimits, takeUp } = options
  const fetchWhileAway = (repository: Repository, branches?: readonly string[]) => {
    const now = limit()
    return whileBrieflyTransient(
      async () =>
        fetchBranches({
          repository,
          remote: await remote(),
          signal: now.signal,
          ...(branches && { branches }),
        }),
      now,
    )
  }
  let isNew = false
  const gitDir = await completePart(work, { name: 'mirror' }, async (path) => {
    const repository = await createBareRepository({ gitDir: path, defaultBranch: 'main' })
    await fetchWhileAway(repository)
    isNew = true
  })
  const opened = await openRepository({ gitDir })
  const repository = { ...opened, reader: openSharedReader(opened) }
  // A mirror taken over from a killed attempt may hold locks of its Git; nobody else works in it.
  await removeStaleLocks(repository, { olderThanMs: 0 })
  if (takeUp !== undefined) {
    // Another worker may have continued the job since this mirror was made.
    if (!isNew) await fetchWhileAway(repository)
    await takeUp(repository)
  }
  const check = async (commitHash: string) => {
    if (commitLimits === null || passed.has(commitHash)) return
    await checkCommit(repository, commitHash, { limits: commitLimits, signal: limit().signal })
    passed.add(commitHash)
    if (passed.size > mostPassed) passed.clear()
  }
  return {
    repository,
    remote,
    check,
    refs: () => {
      const now = limit()
      return whileBrieflyTransient(
        async () => listRemoteRefs({ remote: await remote(), signal: now.signal }),
        now,
      )
    },
    fetch: async (branch) => {
      try {
        await fetchWhileAway(repository, [branch])
      } catch (error) {
        if (error instanceof GitError && error.code === 'notFound') return null
        throw error
      }
      const head = await resolveCommit(repository, remoteBranchRef(branch))
      if (head !== null) await check(head)
      return head
    },
  }
}
