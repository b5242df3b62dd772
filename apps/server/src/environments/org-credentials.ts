import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'
import { appOfStack, appOfToken, type OrgApp } from '../stacks/stack-app.ts'
import { openOfStack, dataKeyOf } from '../stacks/stack-secrets.ts'
import { type StackRow, updateStack } from '../stacks/stack-store.ts'
import { inferredCredentials } from './credential-inference.ts'
import { type EnvironmentRow, updateEnvironment } from './environment-store.ts'

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

/** Keeps a renewed token where the old one stood. */
export async function storeRenewedToken(
  ctx: Context,
  tx: Transaction,
  { stack, environment, token }: OrgOwner & { token: StoredToken },
): Promise<void> {
  const clear = JSON.stringify(token)
  const column = 'sfdc_token_sealed'
  const isOwn = environment.sfdcTokenSealed !== null
  const place = { table: isOwn ? 'environment' : 'stack', column, rowId: isOwn ? environment.id : stack.id }
  const sfdcTokenSealed = ctx.secrets.seal(dataKeyOf(stack), place, clear)
  if (isOwn) await updateEnvironment(tx, environment.id, { sfdcTokenSealed })
  else await updateStack(tx, stack.id, { sfdcTokenSealed })
}
