import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { environment } from '../../platform/database/schema/environments.ts'
import { dataKeyOf } from '../../stacks/stack-secrets.ts'
import { findStack } from '../../stacks/stack-store.ts'
import type { FlowStack } from './flow-world.ts'
import { environmentOf } from './run-job.ts'

/** Makes a sandbox with a change log of a stack's org, and an environment of a sandbox of this name of its environment. */
export async function turnIntoSandbox(
  ctx: Context,
  flow: FlowStack,
  sandboxName: string | null = null,
): Promise<void> {
  const { workspaceId, stackId, org } = flow
  await org.admin('PATCH', `orgs/${org.id}`, { isSandbox: true, tracksSource: true })
  const { accessToken, refreshToken, instanceUrl, username } = await org.session()
  const row = await environmentOf(ctx, flow)
  await ctx.database.inWorkspace(workspaceId, null, async (tx) => {
    const stack = await findStack(tx, workspaceId, stackId)
    if (stack === null || row === null) throw new Error('The stack has no environment yet.')
    const place = { table: 'environment', column: 'sfdc_token_sealed', rowId: row.id }
    const clear = JSON.stringify({ accessToken, refreshToken, instanceUrl })
    const sfdcTokenSealed = ctx.secrets.seal(dataKeyOf(stack), place, clear)
    await tx
      .update(environment)
      .set({ isProduction: false, sfdcSandboxName: sandboxName, sfdcUsername: username, sfdcTokenSealed })
      .where(eq(environment.id, row.id))
  })
}
