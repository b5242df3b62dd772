import { branchRef, checkBranchName } from '@sluice/git/branch-name'
import { GitError } from '@sluice/git/errors'
import type { Repository } from '@sluice/git/git'
import { resolveCommit } from '@sluice/git/rev-parse'
import { AppError } from '../platform/app-error.ts'

/** The commit that a branch or a full hash stands for. Anything else that Git would read as a revision is not found. */
export async function commitOf(repository: Repository, revision: string): Promise<string> {
  const isHash = /^[0-9a-f]{40}$/.test(revision)
  if (!isHash && checkBranchName(revision) !== null) throw new AppError('entityNotFound')
  const commit = await resolveCommit(repository, isHash ? revision : branchRef(revision)).catch(noCommit)
  if (commit === null) throw new AppError('entityNotFound')
  return commit
}

/** Git fails for the hash of an object that is no commit. */
function noCommit(error: unknown): null {
  if (error instanceof GitError && (error.code === 'failed' || error.code === 'notFound')) return null
  throw error
}
