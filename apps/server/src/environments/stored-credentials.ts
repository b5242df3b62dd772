import type { Context } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'
import { openOfStack } from '../stacks/stack-secrets.ts'
import { type StackRow, findStack } from '../stacks/stack-store.ts'
import { type EnvironmentRow, findEnvironment } from './environment-store.ts'
import {
  type OrgCredentials,
  type StoredToken,
  appOf,
  openOrgCredentials,
  readStoredToken,
  storeRenewedToken,
} from './org-credentials.ts'
import { refreshExclusively } from './refresh-lock.ts'

/** Whose credentials: an environment's, or before the production environment exists the stack's. */
export interface CredentialsOwner {
  readonly workspaceId: string
  readonly stackId: string
  readonly environmentId: string | null
}

/** How the credentials of an org are read and renewed. */
export interface CredentialStore {
  /** What is stored now; null when the stack is gone. */
  load(): Promise<OrgCredentials | null>
  /** Keeps a renewed token where the one with the access token `replaced` stands, and nothing where that is gone. */
  store(token: StoredToken, replaced: string): Promise<void>
  /** Runs one body at a time for this owner, over all processes. */
  exclusively<T>(body: () => Promise<T>): Promise<T>
}

export const storedCredentials = (ctx: Context, owner: CredentialsOwner): CredentialStore => ({
  load: () => loadOrgCredentials(ctx, owner),
  store: async (token, replaced) =>
    void (await inRows(ctx, owner, (tx, rows) => storeRenewedToken(ctx, tx, { ...rows, token, replaced }))),
  exclusively: (body) => refreshExclusively(ctx, owner.environmentId ?? owner.stackId, body),
})

function loadOrgCredentials(ctx: Context, owner: CredentialsOwner): Promise<OrgCredentials | null> {
  return inRows(ctx, owner, async (_tx, { stack, environment }) => {
    if (environment !== null) return openOrgCredentials(ctx, { stack, environment })
    const open = (column: 'sfdc_token_sealed' | 'sfdc_password_sealed', sealed: string | null) =>
      openOfStack(ctx.secrets, stack, { column, sealed })
    const token = readStoredToken(open('sfdc_token_sealed', stack.sfdcTokenSealed))
    return {
      token,
      signInUrl: stack.sfdcBaseSignInUrl,
      username: stack.sfdcBaseUsername,
      password: open('sfdc_password_sealed', stack.sfdcPasswordSealed),
      ...appOf(ctx, stack, token),
    }
  })
}

async function inRows<T>(
  ctx: Context,
  { workspaceId, stackId, environmentId }: CredentialsOwner,
  body: (tx: Transaction, rows: { stack: StackRow; environment: EnvironmentRow | null }) => Promise<T>,
): Promise<T | null> {
  return ctx.database.inWorkspace(workspaceId, null, async (tx) => {
    const stack = await findStack(tx, workspaceId, stackId)
    if (stack === null) return null
    const environment =
      environmentId === null ? null : await findEnvironment(tx, { workspaceId, stackId, environmentId })
    return body(tx, { stack, environment })
  })
}
