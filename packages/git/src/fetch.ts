import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { branchRef, checkBranchName } from './branch-name.ts'
import { GitError } from './errors.ts'
import { runGit, tooLargeFetch } from './git.ts'
import type { Repository } from './git.ts'
import { fileLimit } from './process/process-limits.ts'
import { accessRemote } from './remote.ts'
import type { Remote } from './remote.ts'

/** As much as one push may bring. */
const maxFetchBytes = 2 * 1024 * 1024 * 1024

/**
 * Brings branches of a remote to `refs/remotes/origin/<branch>`, all of them (and drops vanished ones) when none are
 * named; with `depth` only so many commits of each. No tags, no submodules. Raises `notFound` when a named branch does
 * not exist there, `unsafeRepository` when Git's object check refuses what came, `tooLarge` when more than `maxBytes` (2 GB)
 * came.
 */
export async function fetchBranches(options: {
  repository: Repository
  remote: Remote
  branches?: readonly string[]
  depth?: number
  /** The repository whose objects come to hold what is fetched, where `repository` borrows from it. */
  objectsOf?: Repository
  signal?: AbortSignal
  timeoutMs?: number
  maxBytes?: number
}): Promise<void> {
  const { repository, remote, branches, depth, objectsOf, signal, timeoutMs } = options
  const { url, env, config, secrets } = accessRemote(remote)
  const refspecs = branches?.map(refspecOf) ?? ['+refs/heads/*:refs/remotes/origin/*']
  if (refspecs.length === 0) return
  const prune = branches === undefined ? ['--prune'] : []
  const objectFolder = join((objectsOf ?? repository).gitDir, 'objects')
  const maxBytes = options.maxBytes ?? maxFetchBytes
  const fetching = runGit({
    repository,
    args: [
      'fetch',
      '--quiet',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
      ...prune,
      ...(depth === undefined ? [] : [`--depth=${depth}`]),
      '--end-of-options',
      url,
      ...refspecs,
    ],
    env: { ...env, ...(objectsOf && { GIT_OBJECT_DIRECTORY: objectFolder }) },
    // Else a few objects would become a file each, each of them as large as a file may be.
    config: { ...config, 'fetch.unpackLimit': '1' },
    secrets,
    signal,
    // What is fetched becomes one file.
    maxFileBytes: maxBytes,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  await fetching.catch(async (error: unknown) => {
    const isOverLimit = error instanceof GitError && (await removeCutPack(objectFolder, maxBytes))
    throw isOverLimit ? tooLargeFetch(maxBytes, error) : error
  })
}

/**
 * Removes a pack that was cut at the limit, and says whether there was one. Git names no cause where its `index-pack` is
 * ended before it has said a word (fetch-pack.c), and leaves what it wrote.
 */
async function removeCutPack(objectFolder: string, maxBytes: number): Promise<boolean> {
  const folder = join(objectFolder, 'pack')
  const names = await readdir(folder).catch(() => [])
  const parts = names.filter((name) => name.startsWith('tmp_pack_')).map((name) => join(folder, name))
  const sizes = await Promise.all(
    parts.map(async (path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  const cut = parts.filter((_, index) => (sizes[index] ?? 0) >= fileLimit(maxBytes))
  await Promise.all(cut.map(async (path) => rm(path, { force: true })))
  return cut.length > 0
}

function refspecOf(branch: string): string {
  const problem = checkBranchName(branch)
  if (problem !== null) throw new GitError('invalidRef', `The branch name ${problem}.`)
  return `+${branchRef(branch)}:${remoteBranchRef(branch)}`
}

/** Where a fetched branch lies. */
export function remoteBranchRef(branch: string): string {
  return `refs/remotes/origin/${branch}`
}
