import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { environment as environmentTable } from '../../platform/database/schema/environments.ts'
import { stack as stackTable } from '../../platform/database/schema/stacks.ts'
import { findManagedRepository } from '../../stacks/managed-repository-store.ts'
import type { StackRow } from '../../stacks/stack-store.ts'
import type { EnvironmentRow } from '../../environments/environment-store.ts'

/** A stack with its environments, as somebody who looks at its differences needs them. */
export interface LookTarget {
  readonly workspaceId: string
  readonly stackId: string
  readonly stack: StackRow
  /** The folder of the repository at the built-in host; null where another host keeps it. */
  readonly folder: string | null
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
    return { workspaceId, stackId, stack, folder: managed?.folder ?? null, environments }
  })
}
