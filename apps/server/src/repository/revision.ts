import { branchRef } from '@sluice/git/branch-name'
import type { Repository } from '@sluice/git/git'
import { commitByShortHash, resolveCommit } from '@sluice/git/rev-parse'
import { AppError } from '../platform/app-error.ts'

/** The commit that a branch or a full hash names. Other spellings of a revision are not found. */
export async function commitOf(repository: Repository, revision: string): Promise<string> {
  const isHash = /^[0-9a-f]{40}$/.test(revision)
  const commit = await resolveCommit(repository, isHash ? revision : branchRef(revision))
  if (commit === null) throw new AppError('entityNotFound')
  return commit
}

/** The commit whose hash begins so. One that fits several, or none, is not found. */
export async function commitByHash(repository: Repository, hash: string): Promise<string> {
  const commit = await commitByShortHash(repository, hash)
  if (commit === null) throw new AppError('entityNotFound')
  return commit
}
