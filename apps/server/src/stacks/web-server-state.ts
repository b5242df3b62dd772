import { z } from 'zod'
import type { Context } from '../context.ts'
import { usedNonce } from '../platform/database/schema/server.ts'
import { newId } from '../platform/ids.ts'

/** What a sign-in by the web server flow remembers between its beginning and its end, sealed in its `state`. */
const remembered = z.object({
  nonce: z.string(),
  expiresUtc: z.iso.datetime(),
  /** Who began it, so that nobody can have another one complete it. */
  binding: z.string(),
  signInUrl: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  codeVerifier: z.string(),
  /** The stack whose app it uses; null: the app of the server. */
  stackId: z.string().nullable().default(null),
})
type Remembered = z.infer<typeof remembered>

const purpose = 'salesforce-web-server'
const place = { table: 'salesforce_sign_in', column: 'state', rowId: purpose }
/** As long as Salesforce keeps a code. */
const validMinutes = 15

export function sealWebServerState(
  ctx: Context,
  facts: Omit<Remembered, 'nonce' | 'expiresUtc'>,
): { state: string; expiresUtc: string } {
  const expiresUtc = new Date(ctx.clock.now().getTime() + validMinutes * 60_000).toISOString()
  const clear = JSON.stringify({ ...facts, nonce: newId(), expiresUtc })
  return { state: ctx.secrets.sealForServer(place, clear), expiresUtc }
}

/** Opens a state and uses it up; null for one that is not ours, has expired, was used or belongs to somebody or some stack else. */
export async function consumeWebServerState(
  ctx: Context,
  { state, binding, stackId }: { state: string; binding: string; stackId: string | null },
): Promise<Remembered | null> {
  const opened = openQuietly(ctx, state)
  const now = ctx.clock.now()
  if (!opened || opened.binding !== binding || Date.parse(opened.expiresUtc) <= now.getTime()) return null
  if (opened.stackId !== stackId) return null
  const { nonce, expiresUtc } = opened
  const inserted = await ctx.database.asSystem((tx) =>
    tx
      .insert(usedNonce)
      .values({ nonce, purpose, usedUtc: now, expiresUtc: new Date(expiresUtc) })
      .onConflictDoNothing()
      .returning({ nonce: usedNonce.nonce }),
  )
  return inserted.length === 0 ? null : opened
}

function openQuietly(ctx: Context, state: string): Remembered | null {
  try {
    const clear: unknown = JSON.parse(ctx.secrets.openForServer(place, state))
    return remembered.safeParse(clear).data ?? null
  } catch {
    return null
  }
}
