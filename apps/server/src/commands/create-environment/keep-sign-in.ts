import { JobFailure } from '../../durable/run-errors.ts'
import { updateEnvironment } from '../../environments/environment-store.ts'
import { dataKeyOf } from '../../stacks/stack-secrets.ts'
import { findStack } from '../../stacks/stack-store.ts'
import type { JobSession } from '../../steps/session/job-session.ts'

interface SandboxSignIn {
  readonly username: string
  readonly token: {
    readonly accessToken: string
    readonly refreshToken: string | null
    readonly instanceUrl: string
    readonly clientId: string
  }
}

/** Stores the user and the sealed tokens with the environment, as a browser authorization of it would. */
export async function keepSignIn(
  { ctx, job, stack }: JobSession,
  environmentId: string,
  { username, token }: SandboxSignIn,
): Promise<void> {
  await ctx.database.inWorkspace(job.workspaceId, null, async (tx) => {
    const row = await findStack(tx, job.workspaceId, stack.id)
    if (row === null) throw new JobFailure('The stack no longer exists.')
    const { accessToken, refreshToken, instanceUrl, clientId } = token
    const clear = JSON.stringify({ accessToken, refreshToken, instanceUrl, clientId })
    const place = { table: 'environment', column: 'sfdc_token_sealed', rowId: environmentId }
    const sfdcTokenSealed = ctx.secrets.seal(dataKeyOf(row), place, clear)
    await updateEnvironment(tx, environmentId, { sfdcUsername: username, sfdcTokenSealed })
  })
}
