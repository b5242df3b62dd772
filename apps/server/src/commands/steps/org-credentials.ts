import type { Context } from '../../context.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { type EnvironmentRow, findEnvironment } from '../../environments/environment-store.ts'
import {
  type OrgCredentials,
  type StoredToken,
  openOrgCredentials,
  storeRenewedToken,
} from '../../environments/org-credentials.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { dataKeyOf, openOfStack, sealForStack } from '../../stacks/stack-secrets.ts'
import { type StackRow, findStack, updateStack } from '../../stacks/stack-store.ts'

/** Whose credentials: an environment's, or before the production environment exists the stack's. */
export interface CredentialsOwner {
  readonly job: { readonly workspaceId: string }
  readonly stack: { readonly id: string }
  readonly environmentId: string | null
}

interface Rows {
  readonly stack: StackRow
  readonly environment: EnvironmentRow | null
}

export async function loadOrgCredentials(ctx: Context, owner: CredentialsOwner): Promise<OrgCredentials> {
  const { stack, environment } = await inRows(ctx, owner, async (_tx, rows) => rows)
  if (environment !== null) return openOrgCredentials(ctx, { stack, environment })
  const token = openOfStack(ctx.secrets, stack, {
    column: 'sfdc_token_sealed',
    sealed: stack.sfdcTokenSealed,
  })
  return {
    token: token === null ? null : JSON.parse(token),
    signInUrl: stack.sfdcBaseSignInUrl,
    username: stack.sfdcBaseUsername,
    password: openOfStack(ctx.secrets, stack, {
      column: 'sfdc_password_sealed',
      sealed: stack.sfdcPasswordSealed,
    }),
    clientId: stack.sfdcClientId ?? ctx.config.salesforce.clientId,
  }
}

/** Keeps a renewed token where the old one stood. */
export async function storeToken(ctx: Context, owner: CredentialsOwner, token: StoredToken): Promise<void> {
  await inRows(ctx, owner, async (tx, { stack, environment }) => {
    dataKeyOf(stack)
    if (environment !== null) {
      await storeRenewedToken(ctx, tx, { stack, environment, token })
      return
    }
    const clear = JSON.stringify(token)
    const sfdcTokenSealed = sealForStack(ctx.secrets, stack, { column: 'sfdc_token_sealed', clear })
    await updateStack(tx, stack.id, { sfdcTokenSealed })
  })
}

async function inRows<T>(
  ctx: Context,
  { job: { workspaceId }, stack: { id: stackId }, environmentId }: CredentialsOwner,
  body: (tx: Transaction, rows: Rows) => Promise<T>,
): Promise<T> {
  return await ctx.database.inWorkspace(workspaceId, null, async (tx) => {
    const stack = await findStack(tx, workspaceId, stackId)
    if (stack === null) throw new JobFailure('The stack no longer exists.')
    const environment =
      environmentId === null ? null : await findEnvironment(tx, { workspaceId, stackId, environmentId })
    return await body(tx, { stack, environment })
  })
}
