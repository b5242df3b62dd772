import { createHash, createHmac, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import { refreshToken, session } from '../platform/database/schema/users.ts'
import { newId } from '../platform/ids.ts'
import type { Secrets } from '../platform/secrets.ts'
import { endSession } from './session-store.ts'

type TokenRow = typeof refreshToken.$inferSelect

/** How long the parent of the newest token may come again: parallel tabs and lost answers. */
const replayMilliseconds = 10_000

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A child follows from its parent and a key of the server, so that a replay of the parent can be given the same one. */
const childOf = (secrets: Secrets, parent: string, childId: string): string =>
  createHmac('sha256', secrets.deriveKey('refresh-token')).update(`${parent}.${childId}`).digest('base64url')

/** The first token of a new session. */
export async function startFamily(
  tx: Transaction,
  family: { sessionId: string; expiresUtc: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.insert(refreshToken).values({ id: newId(), ...family, tokenHash: hashOf(token) })
  return token
}

export type Rotation =
  | { kind: 'rotated' | 'replayed'; token: string; userId: string; sessionId: string }
  | { kind: 'expired' | 'unknown' }
  /** An old token was presented again, so a second party has it. Its whole family is revoked. */
  | { kind: 'reused'; userId: string }

/** Exchanges a refresh token for the next one. Locks the token, so that parallel calls meet one after the other. */
export async function rotate(ctx: Context, tx: Transaction, token: string): Promise<Rotation> {
  const now = ctx.clock.now()
  const [found] = await tx
    .select({ row: refreshToken, session })
    .from(refreshToken)
    .innerJoin(session, eq(session.id, refreshToken.sessionId))
    .where(eq(refreshToken.tokenHash, hashOf(token)))
    .for('update')
  if (!found || found.session.endedUtc !== null) return { kind: 'unknown' }
  const { row, session: family } = found
  const owner = { userId: family.userId, sessionId: family.id }
  if (row.replacedById !== null) {
    if (await mayReplay(tx, row, now)) {
      return { kind: 'replayed', token: childOf(ctx.secrets, token, row.replacedById), ...owner }
    }
    await endSession(tx, family.id, { now, reason: 'TokenReused' })
    return { kind: 'reused', userId: family.userId }
  }
  if (row.expiresUtc <= now) return { kind: 'expired' }
  return { kind: 'rotated', token: await replace(ctx, tx, { row, token }), ...owner }
}

/** Only the immediate parent of the living tip, and only for a moment. */
async function mayReplay(tx: Transaction, row: TokenRow, now: Date): Promise<boolean> {
  if (row.replacedById === null || row.replacedUtc === null) return false
  if (now.getTime() - row.replacedUtc.getTime() > replayMilliseconds) return false
  const [child] = await tx.select().from(refreshToken).where(eq(refreshToken.id, row.replacedById))
  return child?.replacedById === null
}

async function replace(
  ctx: Context,
  tx: Transaction,
  parent: { row: TokenRow; token: string },
): Promise<string> {
  const now = ctx.clock.now()
  const id = newId()
  const token = childOf(ctx.secrets, parent.token, id)
  const expiresUtc = new Date(now.getTime() + ctx.config.tokens.refreshSeconds * 1000)
  const { sessionId } = parent.row
  await tx
    .update(refreshToken)
    .set({ replacedById: id, replacedUtc: now })
    .where(eq(refreshToken.id, parent.row.id))
  await tx.insert(refreshToken).values({ id, sessionId, tokenHash: hashOf(token), expiresUtc })
  await tx.update(session).set({ lastUsedUtc: now, expiresUtc }).where(eq(session.id, sessionId))
  return token
}

/** Refuses what is not a living token, in the words of the catalogue. */
export function rotationProblem(rotation: Rotation): AppError | null {
  if (rotation.kind === 'rotated' || rotation.kind === 'replayed') return null
  return new AppError(
    rotation.kind === 'expired' ? 'identityRefreshTokenExpired' : 'identityRefreshTokenInvalid',
  )
}
