import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { componentFailure } from '../../platform/database/schema/environment-state.ts'
import type { FlowStack } from './flow-world.ts'
import { environmentOf } from './run-job.ts'

/** The undeployed components that the one environment of the stack points at. */
export async function undeployedRows(ctx: Context, flow: FlowStack) {
  const row = await environmentOf(ctx, flow)
  return await ctx.database.inWorkspace(flow.workspaceId, null, (tx) =>
    tx
      .select()
      .from(componentFailure)
      .where(eq(componentFailure.revisionId, row?.componentStateRevisionId ?? row?.id ?? '')),
  )
}
