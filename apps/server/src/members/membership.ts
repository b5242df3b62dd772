import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { member } from '../platform/database/schema/workspaces.ts'

/** A membership through an invitation; somebody who was removed gets his former one back. Null for an active member. */
export async function enterMember(
  tx: Transaction,
  row: typeof member.$inferInsert,
): Promise<{ id: string } | null> {
  const { accessLevel, invitedByUserId, createdUtc } = row
  const [entered] = await tx
    .insert(member)
    .values(row)
    .onConflictDoUpdate({
      target: [member.workspaceId, member.userId],
      set: { status: 'Active', accessLevel, invitedByUserId, createdUtc },
      setWhere: eq(member.status, 'Removed'),
    })
    .returning({ id: member.id })
  return entered ?? null
}

/** The row stays: what the person has done keeps a name. False when he was removed before. */
export async function markRemoved(tx: Transaction, memberId: string): Promise<boolean> {
  const rows = await tx
    .update(member)
    .set({ status: 'Removed' })
    .where(and(eq(member.id, memberId), eq(member.status, 'Active')))
    .returning({ id: member.id })
  return rows.length > 0
}
