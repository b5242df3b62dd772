import { and, eq, gt, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { invitation } from '../platform/database/schema/workspaces.ts'

/** Whether any workspace has invited this e-mail address, with an invitation that has not expired. */
export async function isInvited(tx: Transaction, emailAddress: string, now: Date): Promise<boolean> {
  const rows = await tx
    .select({ id: invitation.id })
    .from(invitation)
    .where(
      and(
        eq(sql`lower(${invitation.sendToEmailAddress})`, emailAddress.toLowerCase()),
        gt(invitation.validUntilUtc, now),
      ),
    )
    .limit(1)
  return rows.length > 0
}
