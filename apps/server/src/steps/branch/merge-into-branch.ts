import type { Repository } from '@sluice/git/git'
import { isAncestor, mergeBase } from '@sluice/git/merge-base'
import { treeOf } from '@sluice/git/rev-parse'
import { JobFailure } from '../../durable/run-errors.ts'
import type { Identity } from './author-groups.ts'
import { threads } from '../session/threads.ts'
import { requireCommits } from './kept-commits.ts'
import type {
  BranchMerge,
  BranchMergeOutcome,
  DecidedConflict,
  MergeLimits,
  MergeSettings,
} from './merge/branch-merge.ts'
import { branchMergeTask } from './merge/branch-merge-task.ts'
import type { MetadataDirectory } from '@sluice/metadata/layout/metadata-directory'

export interface MergeRequest {
  readonly repository: Repository
  readonly directory: MetadataDirectory
  /** Head of the branch. */
  readonly ours: string
  /** Tip of the commits that tell what changed in the org. */
  readonly theirs: string
  readonly message: string
  readonly committer: Identity
  readonly apiVersion: string
  readonly settings: MergeSettings
  readonly signal: AbortSignal
}

/** A profile of 100,000 entries has 16 MB; merging three versions of it takes less than a second. */
export const mergeLimits: MergeLimits = { maxFileBytes: 32 * 1024 * 1024, maxMs: 10 * 60_000 }

/**
 * Brings the org's commits into the branch: nothing to do, fast-forward, or a merge commit.
 * @throws JobFailure when the mirror lacks one of the commits
 */
export async function mergeIntoBranch(
  request: MergeRequest,
  decided: readonly DecidedConflict[] = [],
): Promise<BranchMergeOutcome> {
  const outcome = await mergedCommit(request, decided).catch(async (error: unknown) => {
    await requireCommits(request.repository, [request.ours, request.theirs])
    throw error
  })
  if (outcome.kind === 'conflict') return outcome
  const { repository, theirs } = request
  return { ...outcome, hasTreeOfTheirs: await haveSameTree(repository, outcome.commitHash, theirs) }
}

async function mergedCommit(
  request: MergeRequest,
  decided: readonly DecidedConflict[],
): Promise<BranchMergeOutcome> {
  const { repository, ours, theirs, signal } = request
  // Most often the branch has not moved, and the newest commits tell.
  if (await isAncestor(repository, ours, theirs)) return { kind: 'merged', commitHash: theirs, report: null }
  const shared = await mergeBase(repository, ours, theirs)
  if (shared === null) throw unrelatedFailure()
  if (shared === theirs) return { kind: 'merged', commitHash: ours, report: null }
  return await threads.run(branchMergeTask, branchMergeOf(request, decided), { signal })
}

async function haveSameTree(repository: Repository, one: string, other: string): Promise<boolean> {
  return one === other || (await treeOf(repository, one)) === (await treeOf(repository, other))
}

const unrelatedFailure = () =>
  new JobFailure(
    'The branches have no common commit, so that nothing tells what each of them has changed.',
    'Nothing was pushed. Merge one of them into the other in Git once, with --allow-unrelated-histories, and run the job again.',
  )

export function branchMergeOf(request: MergeRequest, decided: readonly DecidedConflict[]): BranchMerge {
  return {
    gitDir: request.repository.gitDir,
    metadataDirectory: request.directory.place,
    ours: request.ours,
    theirs: request.theirs,
    message: request.message,
    committer: request.committer,
    apiVersion: request.apiVersion,
    settings: request.settings,
    limits: mergeLimits,
    decided,
  }
}
