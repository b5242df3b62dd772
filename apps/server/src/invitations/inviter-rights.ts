import { canGrantAccessLevel, missingAuthorizations } from '@sluice/contract/permissions'
import type { Context } from '../context.ts'
import { findActor } from '../members/find-actor.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { InvitationRow } from './invitation-store.ts'

/** Whether whoever sent the invitation could send it at this moment: it lets nobody in with rights that its sender has lost. */
export async function inviterMayInvite(
  ctx: Pick<Context, 'config'>,
  tx: Transaction,
  {
    workspaceId,
    createdByUserId,
    accessLevel,
  }: Pick<InvitationRow, 'workspaceId' | 'createdByUserId' | 'accessLevel'>,
): Promise<boolean> {
  if (createdByUserId === null) return false
  const inviter = await findActor(ctx, tx, { workspaceId, userId: createdByUserId })
  if (inviter === null || missingAuthorizations(inviter, 'createInvitation') !== null) return false
  return canGrantAccessLevel(inviter, accessLevel)
}
