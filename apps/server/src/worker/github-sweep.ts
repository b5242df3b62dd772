import { eq } from 'drizzle-orm'
import type { Context, GitHubRepository } from '../context.ts'
import { deletedGitHubRepository } from '../platform/database/schema/server.ts'
import { GitHubError } from '../platform/github-error.ts'
import { gitHubOf } from '../stacks/github-repository.ts'

const day = 86_400_000

type Deleted = typeof deletedGitHubRepository.$inferSelect

/**
 * Deletes the repositories at GitHub whose stacks were deleted longer ago than the time of grace. What GitHub refuses is tried again
 * by the next sweep; so is what belongs to an organization that this server is not connected to.
 */
export async function sweepGitHubRepositories(ctx: Context): Promise<number> {
  const before = ctx.clock.now().getTime() - ctx.config.repositoryGraceDays * day
  const rows = await ctx.database.asSystem((tx) => tx.select().from(deletedGitHubRepository))
  let removed = 0
  for (const row of rows) {
    if (row.deletedUtc.getTime() > before) continue
    try {
      if (await remove(ctx, row)) removed += 1
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error
      ctx.log.warn({ err: error, repository: row.name }, 'a repository at GitHub was not deleted')
    }
  }
  if (removed > 0) ctx.log.info({ removed }, 'repositories of deleted stacks removed at GitHub')
  return removed
}

async function remove(ctx: Context, row: Deleted): Promise<boolean> {
  const gitHub = gitHubOf(ctx, row.gitHubUrl)
  if (gitHub === null) return false
  const found = await gitHub.findRepository(row.name)
  const isDue = found !== null && isOfStack(found, row)
  if (isDue) await gitHub.deleteRepository(row.name)
  const { stackId } = row
  await ctx.database.asSystem((tx) =>
    tx.delete(deletedGitHubRepository).where(eq(deletedGitHubRepository.stackId, stackId)),
  )
  return isDue
}

/** The name may belong to another repository by now. */
const isOfStack = ({ id, description }: GitHubRepository, { gitHubId, stackId }: Deleted): boolean =>
  gitHubId === null ? description.includes(stackId) : id === gitHubId
