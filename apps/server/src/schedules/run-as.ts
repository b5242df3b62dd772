import type { Actor } from '@sluice/contract/permissions'
import type { Context } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'
import { isGlobalAdministrator } from '../users/user.ts'
import { findUserById } from '../users/user-store.ts'
import { findStanding } from '../members/member-store.ts'
import type { ScheduleRow } from './schedule-store.ts'

/** The user that a schedule runs as, with the rights of this moment; null when he may no longer enter the workspace. */
export async function findRunAs(
  ctx: Context,
  tx: Transaction,
  { workspaceId, runAsUserId }: Pick<ScheduleRow, 'workspaceId' | 'runAsUserId'>,
): Promise<Actor | null> {
  if (runAsUserId === null) return null
  const user = await findUserById(tx, runAsUserId)
  const standing = await findStanding(tx, workspaceId, runAsUserId)
  if (!user || !standing) return null
  const administers = isGlobalAdministrator(ctx.config, user)
  if (standing.accessLevel === null && !administers) return null
  return { userId: runAsUserId, isGlobalAdministrator: administers, ...standing }
}
