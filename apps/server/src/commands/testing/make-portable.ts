import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { stack } from '../../platform/database/schema/stacks.ts'
import type { FlowStack } from './flow-world.ts'

/** Sets `ensureMetadataIsPortable` of a stack. */
export async function makePortable(ctx: Context, { workspaceId, stackId }: FlowStack): Promise<void> {
  await ctx.database.inWorkspace(workspaceId, null, (tx) =>
    tx.update(stack).set({ ensureMetadataIsPortable: true }).where(eq(stack.id, stackId)),
  )
}
