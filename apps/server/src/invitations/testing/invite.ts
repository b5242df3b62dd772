import type { AccessLevel } from '@sluice/contract/access-levels'
import { desc, eq, sql } from 'drizzle-orm'
import type { SignedIn, TestApp } from '../../api/testing/test-app.ts'
import { outboxMail } from '../../platform/database/schema/server.ts'
import { invitation } from '../../platform/database/schema/workspaces.ts'
import { newId } from '../../platform/ids.ts'

export interface Link {
  params: { workspaceId: string; invitationId: string }
  query: { token: string }
}

interface Offer {
  to?: string
  accessLevel?: AccessLevel
}

/** An invitation by this member, with its link. */
export async function invite(
  by: SignedIn,
  workspaceId: string,
  { to = `${newId()}@example.com`, accessLevel = 'Reader' }: Offer = {},
) {
  const body = { sendToEmailAddress: to, accessLevel }
  const made = await by.client.invitations.create({ params: { workspaceId }, body })
  const params = { workspaceId, invitationId: made.id }
  const link: Link = { params, query: await by.client.invitations.getToken({ params }) }
  return { ...made, link }
}

/** Lets the validity of an invitation end so many seconds from now. */
export const endsIn = async (app: TestApp, invitationId: string, seconds: number) =>
  app.ctx.database.asSystem(async (tx) =>
    tx
      .update(invitation)
      .set({ validUntilUtc: sql`now() + make_interval(secs => ${seconds})` })
      .where(eq(invitation.id, invitationId)),
  )

/** Mail to an address, the newest first. */
export const mailsTo = async (app: TestApp, address: string) =>
  app.ctx.database.asSystem(async (tx) =>
    tx
      .select()
      .from(outboxMail)
      .where(eq(outboxMail.toAddress, address))
      .orderBy(desc(outboxMail.createdUtc)),
  )
