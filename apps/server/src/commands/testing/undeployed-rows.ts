import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { componentFailure } from '../../platform/database/schema/environment-state.ts'
import type { FlowStack } from './flow-world.ts'
import { environmentOf } from './run-job.ts'

type Owner = Pick<NonNullable<Awaited<ReturnType<typeof environmentOf>>>, 'id' | 'componentStateRevisionId'>

/** The undeployed components that an environment points at; that of a stack with one when none is given. */
export async function undeployedRows(ctx: Context, flow: FlowStack, given?: Owner) {
  const row = given ?? (await environmentOf(ctx, flow))
  return await ctx.database.inWorkspace(flow.workspaceId, null, (tx) =>
    tx
      .select()
      .from(componentFailure)
      .where(eq(componentFailure.revisionId, row?.componentStateRevisionId ?? row?.id ?? '')),
  )
}
