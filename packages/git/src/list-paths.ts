import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { fullHash } from './object-names.ts'

/**
 * The paths of all files of a commit in Git's order, links and submodules among them: to look at, never to open. Raises
 * `notFound` when the commit is not there, `failed` when the list is longer than the limits of the repository allow.
 */
export async function listPaths(
  repository: Repository,
  commitHash: string,
  options: { signal?: AbortSignal } = {},
): Promise<string[]> {
  const { stdout } = await runGit({
    repository,
    args: ['ls-tree', '-r', '-z', '--full-tree', '--name-only', '--end-of-options', fullHash(commitHash)],
    signal: options.signal,
  })
  return stdout.toString('utf8').split('\0').filter(Boolean)
}
