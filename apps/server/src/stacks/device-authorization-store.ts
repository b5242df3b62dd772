import { createHash } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { deviceAuthorization } from '../platform/database/schema/server.ts'
import { newId } from '../platform/ids.ts'
import type { Origin } from '../users/session.ts'
import type { Caller } from '../users/session-store.ts'

/** Who may poll: the session that began, or for a stranger the same address and browser. */
export const bindingOf = (caller: Caller | null, origin: Origin): string =>
  caller ? `session:${caller.sessionId}` : `browser:${origin.ipAddress}\n${origin.userAgent ?? ''}`

/** The binding is part of the hash: for everybody else the code does not exist. */
const hashOf = (deviceCode: string, binding: string): string =>
  createHash('sha256').update(`${deviceCode}\n${binding}`).digest('base64url')

export interface DeviceAuthorization {
  deviceCode: string
  binding: string
  signInUrl: string
  clientId: string
  userId: string | null
  stackId: string | null
  initiatedUtc: Date
  expiresUtc: Date
}

export async function insertDeviceAuthorization(tx: Transaction, row: DeviceAuthorization): Promise<void> {
  const { deviceCode, binding, ...rest } = row
  await tx
    .insert(deviceAuthorization)
    .values({ id: newId(), ...rest, deviceCodeHash: hashOf(deviceCode, binding) })
}

/** The authorization that this caller began at this address and that is not finished yet. */
export async function findDeviceAuthorization(
  tx: Transaction,
  of: { deviceCode: string; binding: string; signInUrl: string; now: Date },
) {
  const [row] = await tx
    .select()
    .from(deviceAuthorization)
    .where(
      and(
        eq(deviceAuthorization.deviceCodeHash, hashOf(of.deviceCode, of.binding)),
        eq(deviceAuthorization.signInUrl, of.signInUrl),
        isNull(deviceAuthorization.completedUtc),
        gt(deviceAuthorization.expiresUtc, of.now),
      ),
    )
  return row ?? null
}

/** True for the one call that completes it. */
export async function completeDeviceAuthorization(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(deviceAuthorization)
    .set({ completedUtc: now })
    .where(and(eq(deviceAuthorization.id, id), isNull(deviceAuthorization.completedUtc)))
    .returning({ id: deviceAuthorization.id })
  return rows.length > 0
}

/** Ends the sign-ins that a user has begun: their codes complete nothing any more. */
export async function forgetDeviceAuthorizations(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(deviceAuthorization).where(eq(deviceAuthorization.userId, userId))
}
