import { z } from 'zod'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import { usedNonce } from '../platform/database/schema/server.ts'
import { newId } from '../platform/ids.ts'

/** What a sign-in learned: tokens of a browser authorization, or a password or private key that worked. */
const signedIn = z.object({
  nonce: z.string(),
  expiresUtc: z.iso.datetime(),
  signInUrl: z.string(),
  username: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  isSandbox: z.boolean(),
  token: z
    .object({
      instanceUrl: z.string(),
      accessToken: z.string(),
      refreshToken: z.string().nullable(),
      clientId: z.string().optional(),
    })
    .nullable(),
  password: z.string().nullable(),
  /** The app that the caller brought, with its secret or its private key; the stack takes them over. */
  app: z
    .object({
      clientId: z.string(),
      clientSecret: z.string().nullable().default(null),
      privateKey: z.string().nullable().default(null),
    })
    .nullable()
    .default(null),
  /** The stack whose app it used: no other stack may save it. */
  stackId: z.string().nullable().default(null),
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
function readSignIn(ctx: Context, encryptedToken: string): SignedIn {
  const opened = openQuietly(ctx, encryptedToken)
  if (!opened || Date.parse(opened.expiresUtc) <= ctx.clock.now().getTime()) {
    throw new AppError('sfdcCredentialsInvalid')
  }
  return opened
}

/** Uses the token up for a stack, null for one that is being made: a second use of the same one is refused. */
export async function consumeSignIn(
  ctx: Context,
  tx: Transaction,
  { encryptedToken, stackId }: { encryptedToken: string; stackId: string | null },
): Promise<SignedIn> {
  const result = readSignIn(ctx, encryptedToken)
  if (result.stackId !== null && result.stackId !== stackId) throw new AppError('sfdcCredentialsInvalid')
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
