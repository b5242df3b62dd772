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

/**
 * The full hash of the only commit whose hash begins with these digits; null when none or more than one does.
 * Raises `invalidRef` for what is no beginning of a hash, 7 digits at least.
 */
export async function commitByShortHash(repository: OpenedRepository, hash: string): Promise<string | null> {
  if (!/^[0-9a-f]{7,40}$/.test(hash)) throw new GitError('invalidRef', `No beginning of a hash: ${hash}`)
  const found = await resolve(repository, `${hash}^{commit}`)
  // A branch may be named like a hash, and Git would take it.
  return found?.startsWith(hash) === true ? found : null
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
