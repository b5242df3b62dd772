import type { Actor } from '@sluice/contract/permissions'
import type { Context } from '../context.ts'
import { findActor } from '../members/find-actor.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { ScheduleRow } from './schedule-store.ts'

/** The user that a schedule runs as, with the rights of this moment; null when he may no longer enter the workspace. */
export async function findRunAs(
  ctx: Context,
  tx: Transaction,
  { workspaceId, runAsUserId: userId }: Pick<ScheduleRow, 'workspaceId' | 'runAsUserId'>,
): Promise<Actor | null> {
  return userId === null ? null : findActor(ctx, tx, { workspaceId, userId })
}
