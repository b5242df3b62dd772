import type { Actor } from '@sluice/contract/permissions'
import type { Context } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'
import { isGlobalAdministrator } from '../users/user.ts'
import { findUserById } from '../users/user-store.ts'
import { findStanding } from './member-store.ts'

/** A user with the rights that he has in a workspace at this moment; null when he may not enter it. */
export async function findActor(
  ctx: Pick<Context, 'config'>,
  tx: Transaction,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<Actor | null> {
  const user = await findUserById(tx, userId)
  const standing = await findStanding(tx, workspaceId, userId)
  if (!user || !standing) return null
  const administers = isGlobalAdministrator(ctx.config, user)
  if (standing.accessLevel === null && !administers) return null
  return { userId, isGlobalAdministrator: administers, ...standing }
}
