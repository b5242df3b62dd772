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

/** Whether `descendant` contains `ancestor`; a commit contains itself. Raises `notFound` when one is missing. */
export async function isAncestor(
  repository: Repository,
  ancestor: string,
  descendant: string,
): Promise<boolean> {
  const { exitCode } = await runGit({
    repository,
    args: [
      'merge-base',
      '--is-ancestor',
      '--end-of-options',
      safeRevision(ancestor),
      safeRevision(descendant),
    ],
    answers: [1],
  })
  return exitCode === 0
}
