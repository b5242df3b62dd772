import type { OpenedRepository } from './cat-file.ts'
import { GitError } from './errors.ts'
import { runGit } from './git.ts'
import { fullHash, safeRevision } from './object-names.ts'

/**
 * The full hash of the commit that a full hash, a full ref name or `HEAD` stands for; null when there is none here.
 * Raises `invalidRef` for other spellings.
 */
export async function resolveCommit(repository: OpenedRepository, revision: string): Promise<string | null> {
  return await resolve(repository, `${safeRevision(revision)}^{commit}`)
}

/** The hash of a commit's tree. Raises `notFound` when the commit is not in the repository. */
export async function treeOf(repository: OpenedRepository, commitHash: string): Promise<string> {
  const tree = await resolve(repository, `${fullHash(commitHash)}^{tree}`)
  if (tree === null) throw new GitError('notFound', `The commit ${commitHash} is not in the repository.`)
  return tree
}

async function resolve(repository: OpenedRepository, expression: string): Promise<string | null> {
  if (repository.reader !== undefined) return await repository.reader.resolve(expression)
  const { stdout, exitCode } = await runGit({
    repository,
    args: ['rev-parse', '--verify', '--quiet', '--end-of-options', expression],
    answers: [1],
  })
  return exitCode === 0 ? stdout.toString('ascii').trim() : null
}
