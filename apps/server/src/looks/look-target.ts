import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { environment as environmentTable } from '../platform/database/schema/environments.ts'
import { stack as stackTable } from '../platform/database/schema/stacks.ts'
import type { KeptRepository } from '../stacks/github-repository.ts'
import { findManagedRepository } from '../stacks/managed-repository-store.ts'
import type { StackRow } from '../stacks/stack-store.ts'
import type { EnvironmentRow } from '../environments/environment-store.ts'

/** A stack with its environments, as somebody who looks at its differences needs them. */
export interface LookTarget {
  readonly workspaceId: string
  readonly stackId: string
  readonly stack: StackRow
  /** The repository that was made for the stack; null where the stack brought one along. */
  readonly managed: (KeptRepository & { readonly folder: string | null }) | null
  /** Those that a flow has initialized. */
  readonly environments: readonly EnvironmentRow[]
}

/** Null where the stack is gone. */
export async function loadLookTarget(
  ctx: Context,
  { workspaceId, stackId }: { readonly workspaceId: string; readonly stackId: string },
): Promise<LookTarget | null> {
  return await ctx.database.inWorkspace(workspaceId, null, async (tx) => {
    const [stack] = await tx.select().from(stackTable).where(eq(stackTable.id, stackId))
    if (stack === undefined) return null
    const managed = stack.gitRepositoryIsManaged ? await findManagedRepository(tx, stackId) : null
    const environments = await tx
      .select()
      .from(environmentTable)
      .where(and(eq(environmentTable.stackId, stackId), eq(environmentTable.isInitialized, true)))
    return { workspaceId, stackId, stack, managed, environments }
  })
}
