import { and, eq, gt } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { repositoryCollaborator } from '../platform/database/schema/stacks.ts'

/** Whoever signs in with the token of an invitation accepts it, unless it has expired. */
export async function acceptInvitation(tx: Transaction, collaboratorId: string, now: Date): Promise<void> {
  await tx
    .update(repositoryCollaborator)
    .set({ status: 'Active', invitationExpiresUtc: null })
    .where(
      and(
        eq(repositoryCollaborator.id, collaboratorId),
        eq(repositoryCollaborator.status, 'InvitationPending'),
        gt(repositoryCollaborator.invitationExpiresUtc, now),
      ),
    )
}
