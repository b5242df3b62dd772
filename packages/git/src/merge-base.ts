import type { ObjectReader, OpenedRepository } from './cat-file.ts'
import { parentsOfCommit } from './commit-object.ts'
import { GitError } from './errors.ts'
import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { safeRevision } from './object-names.ts'

/** The best common ancestor of two commits, or null when their histories never met. */
export async function mergeBase(repository: Repository, one: string, other: string): Promise<string | null> {
  const { stdout, exitCode } = await runGit({
    repository,
    args: ['merge-base', '--end-of-options', safeRevision(one), safeRevision(other)],
    answers: [1],
  })
  return exitCode === 0 ? stdout.toString('ascii').trim() : null
}

/**
 * Whether `descendant` contains `ancestor`; a commit contains itself. Raises `notFound` when one is missing. A repository with an
 * open reader looks among the newest commits of the descendant first, which takes no process.
 */
export async function isAncestor(
  repository: OpenedRepository,
  ancestor: string,
  descendant: string,
): Promise<boolean> {
  const [one, other] = [safeRevision(ancestor), safeRevision(descendant)]
  if (repository.reader !== undefined && isHash(one) && isHash(other)) {
    const found = await findAmongNewest(repository.reader, one, other)
    if (found !== null) return found
  }
  const { exitCode } = await runGit({
    repository,
    args: ['merge-base', '--is-ancestor', '--end-of-options', one, other],
    answers: [1],
  })
  return exitCode === 0
}

const isHash = (revision: string) => /^[0-9a-f]{40}$/.test(revision)

const mostCommitsRead = 64

/** Null where the history of the descendant is longer than what is read of it. */
async function findAmongNewest(
  reader: ObjectReader,
  ancestor: string,
  descendant: string,
): Promise<boolean | null> {
  const seen = new Set([descendant])
  let frontier = [descendant]
  while (frontier.length > 0 && seen.size <= mostCommitsRead) {
    const parents = (await Promise.all(frontier.map((hash) => parentsOfCommit(reader, hash)))).flat()
    if (seen.has(ancestor)) return true
    frontier = [...new Set(parents)].filter((hash) => !seen.has(hash))
    for (const hash of frontier) seen.add(hash)
  }
  if (frontier.length > 0) return null
  if ((await reader.resolve(`${ancestor}^{commit}`)) !== null) return false
  throw new GitError('notFound', `The commit ${ancestor} is not in the repository.`)
}
