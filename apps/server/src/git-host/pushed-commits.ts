import { checkCommit } from '@sluice/git/check-commit'
import { GitError } from '@sluice/git/errors'
import type { Repository } from '@sluice/git/git'
import type { PushCommand } from '@sluice/git/push-commands'
import type { Context } from '../context.ts'
import { commitLimits } from '../stacks/commit-limits.ts'
import type { GrantedRequest } from './git-request.ts'

interface PushedCommits {
  /** As it would be after the push. */
  readonly pushed: Repository
  readonly commands: readonly PushCommand[]
}

/** Why the commits to which branches and tags would point may not stay, or null. */
export async function refusalOfCommits(
  ctx: Pick<Context, 'config' | 'log'>,
  { repository, closed }: GrantedRequest,
  { pushed, commands }: PushedCommits,
): Promise<string | null> {
  const limits = commitLimits(ctx.config)
  for (const { ref, newHash } of commands) {
    if (newHash === null) continue
    try {
      await checkCommit(pushed, newHash, { limits, signal: closed })
    } catch (error) {
      if (error instanceof GitError && error.code === 'tooLarge')
        return `${ref}: ${error.message} Nothing was changed.`
      ctx.log.warn({ err: error, repositoryId: repository.id }, 'a push could not be checked')
      throw error
    }
  }
  return null
}
