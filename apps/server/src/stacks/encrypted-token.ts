import { z } from 'zod'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import { usedNonce } from '../platform/database/schema/server.ts'
import { newId } from '../platform/ids.ts'

/** What a sign-in learned. Either tokens of a browser authorization, or a password that worked. */
const signedIn = z.object({
  nonce: z.string(),
  expiresUtc: z.iso.datetime(),
  signInUrl: z.string(),
  username: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  isSandbox: z.boolean(),
  token: z
    .object({ instanceUrl: z.string(), accessToken: z.string(), refreshToken: z.string().nullable() })
    .nullable(),
  password: z.string().nullable(),
})
export type SignedIn = z.infer<typeof signedIn>

const purpose = 'salesforce-sign-in'
const place = { table: 'salesforce_sign_in', column: 'encrypted_token', rowId: purpose }
const validMinutes = 60

/** Seals the result of a sign-in for the browser, which brings it back when it saves the connection. */
export function sealSignIn(ctx: Context, result: Omit<SignedIn, 'nonce' | 'expiresUtc'>): string {
  const expiresUtc = new Date(ctx.clock.now().getTime() + validMinutes * 60_000).toISOString()
  return ctx.secrets.sealForServer(place, JSON.stringify({ ...result, nonce: newId(), expiresUtc }))
}

/** Opens the token without using it up. Refuses tokens that are not ours or have expired. */
export function readSignIn(ctx: Context, encryptedToken: string): SignedIn {
  const opened = openQuietly(ctx, encryptedToken)
  if (!opened || Date.parse(opened.expiresUtc) <= ctx.clock.now().getTime()) {
    throw new AppError('sfdcCredentialsInvalid')
  }
  return opened
}

/** Uses the token up: a second use of the same one is refused. */
export async function consumeSignIn(
  ctx: Context,
  tx: Transaction,
  encryptedToken: string,
): Promise<SignedIn> {
  const result = readSignIn(ctx, encryptedToken)
  const { nonce, expiresUtc } = result
  const inserted = await tx
    .insert(usedNonce)
    .values({ nonce, purpose, usedUtc: ctx.clock.now(), expiresUtc: new Date(expiresUtc) })
    .onConflictDoNothing()
    .returning({ nonce: usedNonce.nonce })
  if (inserted.length === 0) throw new AppError('sfdcCredentialsInvalid')
  return result
}

/** A stack is connected to a production org. */
export function requireProduction(result: Pick<SignedIn, 'isSandbox'>): void {
  if (result.isSandbox) throw new AppError('sfdcCredentialsOrgTypeIncorrect')
}

function openQuietly(ctx: Context, encryptedToken: string): SignedIn | null {
  try {
    const clear: unknown = JSON.parse(ctx.secrets.openForServer(place, encryptedToken))
    return signedIn.safeParse(clear).data ?? null
  } catch {
    return null
  }
}
