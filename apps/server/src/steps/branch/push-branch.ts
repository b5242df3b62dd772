import { GitError } from '@sluice/git/errors'
import { isAncestor } from '@sluice/git/merge-base'
import { type BranchUpdate, pushBranches } from '@sluice/git/push'
import { resolveCommit } from '@sluice/git/rev-parse'
import { JobFailure } from '../../durable/run-errors.ts'
import type { JobSession } from '../session/job-session.ts'
import { requireCommits } from './kept-commits.ts'
import type { Mirror } from '../session/mirror.ts'

export type PushOutcome = 'pushed' | 'moved'

interface PushRequest {
  readonly updates: readonly BranchUpdate[]
  /** Whether the push makes a new branch. */
  readonly kind?: 'Push' | 'BranchCreation'
}

/**
 * Pushes without force. `moved` when somebody else pushed first. After a crash the remote is asked whether it has
 * the commits already, so that nothing is pushed twice.
 * @throws JobFailure when the mirror lacks one of the commits
 */
export async function pushOnce(
  session: JobSession,
  name: string,
  { updates: wanted, kind = 'Push' }: PushRequest,
): Promise<PushOutcome> {
  const { run } = session
  return await run.effect<readonly BranchUpdate[], PushOutcome>(name, {
    kind,
    changedNothing: (outcome) => outcome === 'moved',
    intent: async () => wanted,
    perform: async (updates) => {
      const mirror = await session.mirror()
      return await push(mirror, updates, run.signal).catch(async (error: unknown) => {
        const commits = updates.map(({ commitHash }) => commitHash)
        await requireCommits(mirror.repository, commits)
        throw error
      })
    },
    reconcile: async (updates) => {
      const mirror = await session.mirror()
      return (await hasAll(mirror, updates)) ? { done: 'pushed' } : 'notDone'
    },
    provesNotDone: (error) =>
      error instanceof JobFailure || (error instanceof GitError && refusals.has(error.code)),
  })
}

/** Answers of the remote: it has seen the push and taken nothing. */
const refusals = new Set<GitError['code']>([
  'authenticationFailed',
  'rejectedByRemote',
  'notFound',
  'invalidRef',
])

async function push(
  mirror: Mirror,
  updates: readonly BranchUpdate[],
  signal: AbortSignal,
): Promise<PushOutcome> {
  try {
    const { repository } = mirror
    await pushBranches({ repository, remote: await mirror.remote(), updates, signal })
    return 'pushed'
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    if (error.code === 'rejectedNonFastForward' || error.code === 'staleRef') return 'moved'
    if (error.code === 'rejectedByRemote') {
      throw new JobFailure('The Git repository refused the push.', error.message, { cause: error })
    }
    throw error
  }
}

async function hasAll(mirror: Mirror, updates: readonly BranchUpdate[]): Promise<boolean> {
  for (const update of updates) {
    const head = await mirror.fetch(update.branch)
    // A commit that a fetch does not bring is not on the remote.
    if (head === null || (await resolveCommit(mirror.repository, update.commitHash)) === null) return false
    if (!(await isAncestor(mirror.repository, update.commitHash, head))) return false
  }
  return true
}
