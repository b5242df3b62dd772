import { access } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { branchRef, checkBranchName } from './branch-name.ts'
import { GitError } from './errors.ts'
import { runGit } from './git.ts'
import type { GitLimits, Repository } from './git.ts'

/** Creates a bare repository whose `HEAD` names the default branch. Repeating it on an existing one is harmless. */
export async function createBareRepository(options: {
  gitDir: string
  defaultBranch: string
  limits?: Partial<GitLimits>
}): Promise<Repository> {
  const problem = checkBranchName(options.defaultBranch)
  if (problem !== null) throw new GitError('invalidRef', `The branch name ${problem}.`)
  requireAbsolute(options.gitDir)
  await runGit({
    args: ['init', '--quiet', '--bare', '--template=', '--object-format=sha1', '--', options.gitDir],
  })
  const repository = asRepository(options)
  // Set apart from init, because a repeated init ignores --initial-branch.
  await runGit({ repository, args: ['symbolic-ref', 'HEAD', branchRef(options.defaultBranch)] })
  return repository
}

/** Opens a bare repository. Raises `notFound` when the folder is none. */
export async function openRepository(options: {
  gitDir: string
  limits?: Partial<GitLimits>
}): Promise<Repository> {
  requireAbsolute(options.gitDir)
  try {
    await Promise.all(['HEAD', 'objects', 'refs'].map((name) => access(join(options.gitDir, name))))
  } catch (cause) {
    throw new GitError('notFound', 'There is no bare repository in the folder.', { cause })
  }
  return asRepository(options)
}

function asRepository({ gitDir, limits }: { gitDir: string; limits?: Partial<GitLimits> }): Repository {
  return { gitDir, ...(limits && { limits }) }
}

function requireAbsolute(gitDir: string): void {
  if (!isAbsolute(gitDir))
    throw new GitError('failed', 'The folder of a repository must be an absolute path.')
}
