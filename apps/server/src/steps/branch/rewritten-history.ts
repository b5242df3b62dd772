import type { Repository } from '@sluice/git/git'
import { isAncestor } from '@sluice/git/merge-base'
import { resolveCommit } from '@sluice/git/rev-parse'
import { JobFailure } from '../../durable/run-errors.ts'

interface MovedBranch {
  readonly branch: string
  readonly head: string
  /** Commits that the branch had when the job began, on which the commits of the job are based. */
  readonly had: readonly string[]
}

/**
 * Ends the job when the branch no longer contains any of these commits: its history was rewritten, and a merge would restore the
 * commits that were removed.
 */
export async function refuseRewritten(
  repository: Repository,
  { branch, head, had }: MovedBranch,
): Promise<void> {
  for (const commit of had) if (await contains(repository, head, commit)) return
  throw new JobFailure(
    `The history of the branch ${branch} was rewritten while the job ran.`,
    'Nothing was pushed. Run the job again: it begins with the branch as it is now.',
  )
}

/** A commit that is not in the repository after the fetch cannot be in the branch. */
const contains = async (repository: Repository, head: string, commit: string): Promise<boolean> =>
  (await resolveCommit(repository, commit)) !== null && (await isAncestor(repository, commit, head))
