import { type GitCommand, type Repository, runGit } from './git.ts'

/** Exit codes with which git-fsck(1) reports what it has found: a sum of these and smaller powers of two. */
const findings = Array.from({ length: 31 }, (_, index) => index + 1)

/**
 * Reads every object of a repository, and follows all refs. Returns what is damaged or missing, one line each; nothing for a sound
 * repository. Raises `timeout` after `timeoutMs`.
 */
export async function findDamage(
  repository: Repository,
  limit: Pick<GitCommand, 'signal' | 'timeoutMs'> = {},
): Promise<string[]> {
  const { exitCode, stdout, stderr } = await runGit({
    ...limit,
    repository,
    args: ['fsck', '--full', '--no-dangling', '--no-reflogs', '--no-progress'],
    answers: findings,
  })
  if (exitCode === 0) return []
  const lines = `${stderr}${stdout.toString('utf8')}`.split('\n').filter((line) => line !== '')
  return lines.length > 0 ? lines : [`git fsck ended with ${exitCode}`]
}
