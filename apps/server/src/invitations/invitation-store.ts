import { and, eq, gt, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { invitation } from '../platform/database/schema/workspaces.ts'
import { hashOfInvitationToken } from './invitation-token.ts'

export type InvitationRow = typeof invitation.$inferSelect

/** Which invitation of which workspace. */
export interface InvitationPlace {
  workspaceId: string
  invitationId: string
}

const at = ({ workspaceId, invitationId }: InvitationPlace) =>
  and(eq(invitation.workspaceId, workspaceId), eq(invitation.id, invitationId))

/** The moment at which a link ends that begins to live now, by the clock of the database. */
const inDays = (days: number) => sql<Date>`clock_timestamp() + make_interval(days => ${days})`

/** The invitations of all workspaces to this e-mail address that have not expired. */
export async function listValidInvitations(
  tx: Transaction,
  emailAddress: string,
  now: Date,
): Promise<InvitationRow[]> {
  return tx
    .select()
    .from(invitation)
    .where(
      and(
        eq(sql`lower(${invitation.sendToEmailAddress})`, emailAddress.toLowerCase()),
        gt(invitation.validUntilUtc, now),
      ),
    )
}

/** Lets the invitations of a sender end who may not invite people any more, in one workspace or in all. Returns their workspaces. */
export async function endInvitationsOf(
  tx: Transaction,
  { workspaceId, userId }: { readonly workspaceId?: string; readonly userId: string },
): Promise<string[]> {
  const isThere = workspaceId === undefined ? undefined : eq(invitation.workspaceId, workspaceId)
  const rows = await tx
    .update(invitation)
    .set({ validUntilUtc: sql`clock_timestamp()` })
    .where(
      and(
        isThere,
        eq(invitation.createdByUserId, userId),
        gt(invitation.validUntilUtc, sql`clock_timestamp()`),
      ),
    )
    .returning({ workspaceId: invitation.workspaceId })
  return [...new Set(rows.map((row) => row.workspaceId))]
}

type NewInvitation = Omit<typeof invitation.$inferInsert, 'validUntilUtc' | 'createdUtc'>

/** Null when the address has an invitation to the workspace already. */
export async function insertInvitation(
  tx: Transaction,
  row: NewInvitation,
  days: number,
): Promise<InvitationRow | null> {
  const values = { ...row, validUntilUtc: inDays(days) }
  const [made] = await tx.insert(invitation).values(values).onConflictDoNothing().returning()
  return made ?? null
}

export async function findInvitation(tx: Transaction, place: InvitationPlace): Promise<InvitationRow | null> {
  const [row] = await tx.select().from(invitation).where(at(place))
  return row ?? null
}

/** The invitation that a link opens; a wrong token finds as little as a wrong id. */
export async function findByToken(
  tx: Transaction,
  link: InvitationPlace & { token: string },
): Promise<(InvitationRow & { isExpired: boolean }) | null> {
  const [row] = await tx
    .select({ row: invitation, isExpired: sql<boolean>`${invitation.validUntilUtc} <= clock_timestamp()` })
    .from(invitation)
    .where(and(at(link), eq(invitation.tokenHash, hashOfInvitationToken(link.token))))
  return row ? { ...row.row, isExpired: row.isExpired } : null
}

/** Renews an invitation, which is from now on that of whoever sends it again. */
export async function extendInvitation(
  tx: Transaction,
  place: InvitationPlace,
  { days, senderUserId }: { readonly days: number; readonly senderUserId: string },
): Promise<InvitationRow | null> {
  const [row] = await tx
    .update(invitation)
    .set({ validUntilUtc: inDays(days), createdByUserId: senderUserId })
    .where(at(place))
    .returning()
  return row ?? null
}

/** Whether it was there: of two calls that end an invitation at once, one finds it. */
export async function deleteInvitation(tx: Transaction, place: InvitationPlace): Promise<boolean> {
  const rows = await tx.delete(invitation).where(at(place)).returning({ id: invitation.id })
  return rows.length > 0
}
