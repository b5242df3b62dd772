import { announce } from '../platform/database/announce.ts'
import type { Transaction } from '../platform/database/database.ts'
import { deleteInvitation, type InvitationPlace } from './invitation-store.ts'

/** Removes an invitation that was accepted, declined or taken back. False when another call has ended it. */
export async function endInvitation(tx: Transaction, place: InvitationPlace): Promise<boolean> {
  const { workspaceId, invitationId } = place
  if (!(await deleteInvitation(tx, place))) return false
  await announce(tx, { workspaceId, kind: 'pushWorkspace', ids: [workspaceId] })
  await announce(tx, { workspaceId, kind: 'deleteEntities', ids: [`Invitation:${invitationId}`] })
  return true
}
