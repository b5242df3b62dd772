import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { announce } from '../platform/database/announce.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import type { GitCaller } from './git-caller.ts'
import type { ManagedRepository } from './managed-repository.ts'

/** Writes down that a person has read the repository, the first time. Jobs read it all the time and do not count. */
export async function recordFirstRead(
  { database }: Pick<Context, 'database'>,
  { caller, repository }: { caller: GitCaller; repository: ManagedRepository },
): Promise<void> {
  if (caller.kind === 'job') return
  const { workspaceId, stackId } = repository
  await database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    const { rowCount } = await tx
      .update(stack)
      .set({ repositoryFirstReadUtc: sql`now()` })
      .where(and(eq(stack.id, stackId), isNull(stack.repositoryFirstReadUtc)))
    if (rowCount) await announce(tx, { workspaceId, kind: 'pushStacks', ids: [stackId] })
  })
}
