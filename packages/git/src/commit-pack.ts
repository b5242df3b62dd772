import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { fullHash } from './object-names.ts'

/** What the commits have and those of `without` lack, as a pack that can be read without any other object. */
export async function packCommits(
  repository: Repository,
  given: { commits: readonly string[]; without: readonly string[]; signal?: AbortSignal },
): Promise<Buffer> {
  const wanted = given.commits.map((commit) => fullHash(commit))
  const known = given.without.map((commit) => `^${fullHash(commit)}`)
  const { stdout } = await runGit({
    repository,
    args: ['pack-objects', '--revs', '--stdout', '--quiet'],
    input: Buffer.from(`${[...wanted, ...known].join('\n')}\n`),
    signal: given.signal,
  })
  return stdout
}

/** Puts such a pack into a repository. Raises `failed` for bytes that are not a whole pack. */
export async function unpackCommits(
  repository: Repository,
  pack: Uint8Array,
  options: { signal?: AbortSignal } = {},
): Promise<void> {
  await runGit({
    repository,
    args: ['index-pack', '--stdin', '--strict'],
    input: pack,
    signal: options.signal,
  })
}
