import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBareFolder } from '@sluice/git/bare-folder'
import type { OpenedRepository } from '@sluice/git/cat-file'
import { type CommitLimits, checkCommit } from '@sluice/git/check-commit'
import { GitError, showsDamage } from '@sluice/git/errors'
import { fetchBranches, remoteBranchRef } from '@sluice/git/fetch'
import { findDamage } from '@sluice/git/fsck'
import { noteKnownHeads, readFetchedHeads, takeKnownHeads } from '@sluice/git/known-heads'
import { listRemoteRefs } from '@sluice/git/ls-remote'
import type { Remote } from '@sluice/git/remote'
import { resolveCommit } from '@sluice/git/rev-parse'
import { openLazyReader } from '@sluice/git/lazy-reader'
import { removeStaleLocks } from '@sluice/git/stale-locks'
import type { OpenRemote } from './git-remote.ts'
import { isStill, openStackMirror, replaceStackMirror } from './stack-mirror.ts'
import { type RetryLimit, whileBrieflyTransient } from './transient-retry.ts'
import { type WorkFolder, completePart } from './work-folder.ts'

/** A bare repository for one attempt of one job. It borrows from the mirror of the stack what the remote has. */
export interface Mirror {
  readonly repository: OpenedRepository
  /** The remote with a credential that is valid now. */
  remote(): Promise<Remote>
  /**
   * Brings the branch as it is now and returns its head; null when the remote has no such branch.
   * @throws GitError `tooLarge` for a head beyond the limits of a commit
   */
  fetch(branch: string): Promise<string | null>
  /** Brings all branches as they are now. */
  fetchAll(): Promise<void>
  /**
   * Refuses a commit that holds more than it may; one that has passed passes again without being read.
   * @throws GitError `tooLarge`
   */
  check(commitHash: string): Promise<void>
  /** The remote's branches and its default branch; nothing is fetched. */
  refs(): Promise<{ defaultBranch: string | null; branches: readonly { name: string; commitHash: string }[] }>
  /** Where the error shows that the mirror of the stack is damaged, fetches it anew and does the work; throws any other error. */
  afterDamage<T>(error: unknown, work: () => Promise<T>): Promise<T>
}

interface MirrorOptions {
  readonly work: WorkFolder
  /** The folder of the stack's mirror on this machine. */
  readonly ofStack: string
  readonly remote: OpenRemote
  /** Returns signal and deadline for the next call: the signal of a job is another one inside uncancellable work. */
  readonly limit: () => RetryLimit
  /** What a fetched head may hold; null where its host has refused more. */
  readonly commitLimits: CommitLimits | null
  /** Commits that the job compares with. Where the fetched branch does not bring one, all branches are fetched. */
  readonly needed?: readonly string[]
}

/** Commits within the limits of this process: what a commit holds never changes. */
const passed = new Set<string>()
const mostPassed = 10_000

export async function openMirror(options: MirrorOptions): Promise<Mirror> {
  const { remote, limit, commitLimits, needed = [] } = options
  const borrowing = await openBorrowing(options)
  const { repository } = borrowing
  const { fetch, fetchAll, afterDamage, repairing } = openFetching(options, borrowing)
  const check = async (commitHash: string) => {
    if (commitLimits === null || passed.has(commitHash)) return
    await checkCommit(repository, commitHash, { limits: commitLimits, signal: limit().signal })
    passed.add(commitHash)
    if (passed.size > mostPassed) passed.clear()
  }
  let lacksNeeded = needed.length > 0
  const bringNeeded = async () => {
    const found = await Promise.all(needed.map((commit) => resolveCommit(repository, commit)))
    lacksNeeded = false
    if (found.includes(null)) await fetchAll()
  }
  return {
    repository,
    remote,
    check,
    afterDamage,
    fetchAll: () => repairing(fetchAll),
    refs: async () => {
      const now = limit()
      return await whileBrieflyTransient(
        async () => listRemoteRefs({ remote: await remote(), signal: now.signal }),
        now,
      )
    },
    fetch: async (branch) => {
      try {
        await repairing(() => fetch([branch]))
      } catch (error) {
        if (error instanceof GitError && error.code === 'notFound') return null
        throw error
      }
      const head = await resolveCommit(repository, remoteBranchRef(branch))
      if (head === null) return null
      await noteKnownHeads(borrowing.stackMirror().repository, new Map([[branch, head]]))
      if (lacksNeeded) await bringNeeded()
      await check(head)
      return head
    },
  }
}

/** Fetches into the mirror of the stack, and makes it anew where it is damaged. */
function openFetching({ remote, limit }: MirrorOptions, borrowing: Borrowing) {
  const { repository } = borrowing
  const fetch = async (branches?: readonly string[]) => {
    const now = limit()
    await whileBrieflyTransient(
      async () =>
        await fetchBranches({
          repository,
          remote: await remote(),
          objectsOf: borrowing.stackMirror().repository,
          signal: now.signal,
          ...(branches && { branches }),
        }),
      now,
    )
  }
  const fetchAll = async () => {
    await fetch()
    await noteKnownHeads(borrowing.stackMirror().repository, await readFetchedHeads(repository))
  }
  const afterDamage = async <T>(error: unknown, work: () => Promise<T>): Promise<T> => {
    const mayBe = error instanceof GitError && (error.code === 'failed' || error.code === 'notFound')
    if (!mayBe || !(showsDamage(error) || (await borrowing.isDamaged(limit().signal)))) throw error
    await borrowing.renew()
    await fetchAll()
    return await work()
  }
  /** What a fetch cannot find is more often missing at the remote. */
  const repairing = async <T>(work: () => Promise<T>): Promise<T> =>
    work().catch(async (error: unknown) => {
      if (showsDamage(error) || (await borrowing.isLost())) return await afterDamage(error, work)
      throw error
    })
  return { fetch, fetchAll, afterDamage, repairing }
}

type Borrowing = Awaited<ReturnType<typeof openBorrowing>>

const mirrorIdFile = 'borrows-from'

/** The repository in the work folder, and the mirror that it borrows from. */
async function openBorrowing({ work, ofStack }: MirrorOptions) {
  let mirror = await openStackMirror(ofStack)
  const gitDir = await completePart(work, { name: 'mirror' }, async (path) => {
    await writeBareFolder(path, ofStack)
  })
  /** Refs may only name what the mirror has, because a fetch brings nothing that they know. */
  const borrow = async () => {
    await takeKnownHeads(mirror.repository, { gitDir })
    await writeFile(join(gitDir, mirrorIdFile), mirror.id)
  }
  // A folder taken over from a killed attempt may hold locks of its Git; nobody else works in it.
  await removeStaleLocks({ gitDir }, { olderThanMs: 0 })
  const earlier = await readFile(join(gitDir, mirrorIdFile), 'utf8').catch(() => null)
  if (earlier !== mirror.id) {
    await writeBareFolder(gitDir, ofStack)
    await borrow()
  }
  const reader = openLazyReader({ gitDir })
  return {
    repository: { gitDir, reader },
    stackMirror: () => mirror,
    /** Whether somebody has deleted the mirror, or made it anew. */
    isLost: async () => !(await isStill(mirror)),
    isDamaged: async (signal: AbortSignal) =>
      !(await isStill(mirror)) || (await findDamage(mirror.repository, { signal })).length > 0,
    renew: async () => {
      await reader.close()
      mirror = await replaceStackMirror(mirror)
      await borrow()
    },
  }
}
