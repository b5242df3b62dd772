import { GitError } from './errors.ts'
import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { fullHash } from './object-names.ts'

/**
 * What the commits have and those of `without` lack, as a pack that can be read without any other object. Objects are copied as they
 * are stored. Raises `tooLarge` for a pack that is larger than the output limit of the repository.
 */
export async function packCommits(
  repository: Repository,
  given: { commits: readonly string[]; without: readonly string[]; signal?: AbortSignal },
): Promise<Buffer> {
  const wanted = given.commits.map((commit) => fullHash(commit))
  const known = given.without.map((commit) => `^${fullHash(commit)}`)
  const { stdout } = await runGit({
    repository,
    // Searching for differences between objects takes far longer than writing the bytes that it saves.
    args: ['pack-objects', '--revs', '--stdout', '--quiet', '--window=0'],
    input: Buffer.from(`${[...wanted, ...known].join('\n')}\n`),
    signal: given.signal,
  })
  return stdout
}

/**
 * Puts such a pack into a repository. Raises `notFound` where the repository lacks the commits of `without`, and `failed` for bytes
 * that are not a whole pack.
 */
export async function unpackCommits(
  repository: Repository,
  pack: Uint8Array,
  options: { signal?: AbortSignal } = {},
): Promise<void> {
  try {
    await runGit({
      repository,
      args: ['index-pack', '--stdin', '--strict'],
      input: pack,
      signal: options.signal,
    })
  } catch (error) {
    if (!(error instanceof GitError) || !error.stderr.includes('did not receive expected object')) throw error
    const { stderr } = error
    throw new GitError('notFound', 'The pack stands on commits that are not here.', { stderr, cause: error })
  }
}
