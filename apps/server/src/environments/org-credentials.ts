import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'
import { environment as environmentTable } from '../platform/database/schema/environments.ts'
import { stack as stackTable } from '../platform/database/schema/stacks.ts'
import { appOfStack, appOfToken, type OrgApp } from '../stacks/stack-app.ts'
import { openOfStack, dataKeyOf } from '../stacks/stack-secrets.ts'
import type { StackRow } from '../stacks/stack-store.ts'
import { inferredCredentials } from './credential-inference.ts'
import type { EnvironmentRow } from './environment-store.ts'

/** The tokens of a browser authorization, as they lie sealed in `sfdc_token_sealed`. */
const storedToken = z.object({
  instanceUrl: z.string(),
  accessToken: z.string(),
  refreshToken: z.string().nullish(),
  keepsRefreshToken: z.boolean().optional(),
  clientId: z.string().optional(),
})
export type StoredToken = z.infer<typeof storedToken>

export const readStoredToken = (clear: string | null): StoredToken | null =>
  clear === null ? null : storedToken.parse(JSON.parse(clear))

export interface OrgOwner {
  stack: StackRow
  environment: EnvironmentRow
}

export interface OrgCredentials {
  token: StoredToken | null
  signInUrl: string
  username: string | null
  password: string | null
  clientId: string
  clientSecret: string | undefined
  privateKey: string | undefined
}

/** The app of the stored token; without a token that of the stack, whose private key then signs in. */
export const appOf = (ctx: Context, stack: StackRow, token: StoredToken | null): OrgApp =>
  token === null ? appOfStack(ctx, stack) : appOfToken(ctx, stack, token)

/**
 * What is stored for the org: the environment's own credentials. What is empty is inferred from the stack, a token only in
 * production. The user of a sandbox has the password that production's user had when it was copied; it is not tried with the
 * name of another user.
 */
export function openOrgCredentials(ctx: Context, { stack, environment }: OrgOwner): OrgCredentials {
  const own = (column: 'sfdc_token_sealed' | 'sfdc_password_sealed', sealed: string | null) =>
    sealed &&
    ctx.secrets.open(dataKeyOf(stack), { table: 'environment', column, rowId: environment.id }, sealed)
  const ofStack = (column: 'sfdc_token_sealed' | 'sfdc_password_sealed', sealed: string | null) =>
    openOfStack(ctx.secrets, stack, { column, sealed })
  const { isProduction } = environment
  const isUserOfStack = isProduction || environment.sfdcUsername === null
  const token = readStoredToken(
    own('sfdc_token_sealed', environment.sfdcTokenSealed) ??
      ofStack('sfdc_token_sealed', isProduction ? stack.sfdcTokenSealed : null),
  )
  const inferred = inferredCredentials(environment, stack)
  return {
    token,
    signInUrl: environment.sfdcSignInUrl ?? inferred.sfdcInferredSignInUrl ?? stack.sfdcBaseSignInUrl,
    username: environment.sfdcUsername ?? inferred.sfdcInferredUsernameClearText,
    password:
      own('sfdc_password_sealed', environment.sfdcPasswordSealed) ??
      ofStack('sfdc_password_sealed', isUserOfStack ? stack.sfdcPasswordSealed : null),
    ...appOf(ctx, stack, token),
  }
}

interface RenewedToken {
  readonly stack: StackRow
  /** Null before the production environment exists. */
  readonly environment: EnvironmentRow | null
  readonly token: StoredToken
  /** The access token of the one that was renewed. */
  readonly replaced: string
}

/**
 * Keeps a renewed token where the old one stands. Where somebody has saved other credentials while it was renewed, it keeps
 * nothing: a token counts before a password, so that it would undo the change.
 */
export async function storeRenewedToken(
  ctx: Context,
  tx: Transaction,
  { stack, environment, token, replaced }: RenewedToken,
): Promise<void> {
  const isOwn = environment !== null && environment.sfdcTokenSealed !== null
  const { id: rowId, sfdcTokenSealed: old } = isOwn ? environment : stack
  if (old === null) return
  const place = { table: isOwn ? 'environment' : 'stack', column: 'sfdc_token_sealed', rowId }
  const key = dataKeyOf(stack)
  if (readStoredToken(ctx.secrets.open(key, place, old))?.accessToken !== replaced) return
  const table = isOwn ? environmentTable : stackTable
  // The database reads the condition again where another transaction has changed the row since it was loaded.
  const isSame = and(eq(table.id, rowId), eq(table.sfdcTokenSealed, old))
  const sfdcTokenSealed = ctx.secrets.seal(key, place, JSON.stringify(token))
  await tx.update(table).set({ sfdcTokenSealed }).where(isSame)
}
