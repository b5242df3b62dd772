import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { git } from '../../git-host/testing/plain-git.ts'
import { managedRepository } from '../../platform/database/schema/stacks.ts'
import type { FlowWorld } from './flow-world.ts'
import type { InitializedStack } from './initialized-stack.ts'

/** Rewrites the history of a branch, as hosts other than the built-in one let people do. */
export async function setBranch(
  { ctx }: Pick<FlowWorld, 'ctx'>,
  { flow }: Pick<InitializedStack, 'flow'>,
  { branch, commit }: { readonly branch: string; readonly commit: string },
): Promise<void> {
  const [row] = await ctx.database.asSystem((tx) =>
    tx.select().from(managedRepository).where(eq(managedRepository.stackId, flow.stackId)),
  )
  await git(join(ctx.folders.repositories, row?.folder ?? ''), 'update-ref', `refs/heads/${branch}`, commit)
}

/** Makes a commit without parents that has the files of the head of the clone. */
export async function commitWithoutHistory({ clone }: Pick<InitializedStack, 'clone'>): Promise<string> {
  const tree = await clone.git('rev-parse', 'HEAD^{tree}')
  const commit = await clone.git('commit-tree', tree, '-m', 'Begin anew')
  await clone.git('push', '--quiet', 'origin', `${commit}:refs/heads/anew-${commit.slice(0, 10)}`)
  return commit
}
