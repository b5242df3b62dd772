import type { Repository } from '@sluice/git/git'
import { isAncestor } from '@sluice/git/merge-base'
import { resolveCommit } from '@sluice/git/rev-parse'
import { JobFailure } from '../../../durable/run-errors.ts'

interface MovedBranch {
  readonly branch: string
  readonly head: string
  /** Commits that the branch had when the job began; what the job has made is based on them. */
  readonly had: readonly string[]
}

/**
 * Ends the job where the branch has none of these commits any more: somebody has rewritten its history, and a merge would bring
 * back what that removed.
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

/** A commit that the fetch of the branch did not bring is not in it. */
const contains = async (repository: Repository, head: string, commit: string): Promise<boolean> =>
  (await resolveCommit(repository, commit)) !== null && (await isAncestor(repository, commit, head))
