import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { auditEvent } from '../platform/database/schema/audit.ts'
import { invitation } from '../platform/database/schema/workspaces.ts'

export async function countInvitations(tx: Transaction, workspaceId: string): Promise<number> {
  return tx.$count(invitation, eq(invitation.workspaceId, workspaceId))
}

/** How many invitations the workspace has mailed within the last hour, also those that were deleted since. */
export async function countMailedInvitations(tx: Transaction, workspaceId: string): Promise<number> {
  return tx.$count(
    auditEvent,
    and(
      eq(auditEvent.workspaceId, workspaceId),
      inArray(auditEvent.action, ['invitation.created', 'invitation.extended']),
      gte(auditEvent.createdUtc, sql`now() - interval '1 hour'`),
    ),
  )
}
