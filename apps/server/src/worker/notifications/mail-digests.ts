import { minutesBetweenMails } from '@sluice/contract/notification'
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { notificationMail } from '../../mail-texts/notification-mail.ts'
import type { DeliveryRow } from '../../notifications/delivery-store.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { notificationDelivery } from '../../platform/database/schema/notifications.ts'
import { appUser } from '../../platform/database/schema/users.ts'
import { member, workspace } from '../../platform/database/schema/workspaces.ts'
import { newId } from '../../platform/ids.ts'

const mostPerMail = 50

interface Recipient {
  readonly workspaceId: string
  readonly userId: string
}

/** Mails the members what waits for them: one mail holds all of it, and the next comes after some minutes at the earliest. */
export async function mailNotifications(ctx: Context): Promise<void> {
  for (const recipient of await ctx.database.asSystem((tx) => listRecipients(tx, ctx.clock.now())))
    await ctx.database.asSystem((tx) => mailTo(ctx, tx, recipient))
}

/** Whom something waits for and who got no mail of this kind lately. */
async function listRecipients(tx: Transaction, now: Date): Promise<Recipient[]> {
  const recently = new Date(now.getTime() - minutesBetweenMails * 60_000)
  const { rows } = await tx.execute<{ workspace_id: string; user_id: string }>(sql`
    select distinct d.workspace_id, d.user_id from notification_delivery d
    where d.status = 'Waiting' and d.user_id is not null and not exists (
      select from notification_delivery m where m.user_id = d.user_id and m.workspace_id = d.workspace_id
      and m.status = 'Mailed' and m.ended_utc > ${recently.toISOString()})`)
  return rows.map((row) => ({ workspaceId: row.workspace_id, userId: row.user_id }))
}

async function mailTo(ctx: Context, tx: Transaction, { workspaceId, userId }: Recipient): Promise<void> {
  const isTheirs = and(
    eq(notificationDelivery.workspaceId, workspaceId),
    eq(notificationDelivery.userId, userId),
  )
  const waiting = await tx
    .select()
    .from(notificationDelivery)
    .where(and(isTheirs, eq(notificationDelivery.status, 'Waiting'), isNotNull(notificationDelivery.userId)))
    .orderBy(asc(notificationDelivery.createdUtc), asc(notificationDelivery.id))
    .limit(mostPerMail)
    .for('update', { skipLocked: true })
  if (waiting.length === 0) return
  const to = await findMember(tx, { workspaceId, userId })
  const endedUtc = ctx.clock.now()
  const ids = waiting.map(({ id }) => id)
  const set = (changes: Partial<DeliveryRow>) =>
    tx
      .update(notificationDelivery)
      .set({ endedUtc, ...changes })
      .where(inArray(notificationDelivery.id, ids))
  if (to === null) {
    await set({
      status: 'GivenUp',
      lastError: 'The user is no longer a member of the workspace, or the account is disabled.',
    })
    return
  }
  const mailId = newId()
  const messages = waiting.map(({ message }) => message)
  const { workspaceName } = to
  const text = notificationMail({ workspaceName, messages, publicUrl: ctx.config.publicUrl })
  await ctx.mail.send(tx, { id: mailId, to: to.emailAddress, ...text })
  await set({ status: 'Mailed', mailId })
}

/** Whoever was removed since the message was made gets nothing any more. */
async function findMember(tx: Transaction, { workspaceId, userId }: Recipient) {
  const [row] = await tx
    .select({ emailAddress: appUser.emailAddress, workspaceName: workspace.name })
    .from(member)
    .innerJoin(appUser, eq(appUser.id, member.userId))
    .innerJoin(workspace, eq(workspace.id, member.workspaceId))
    .where(
      and(
        eq(member.workspaceId, workspaceId),
        eq(member.userId, userId),
        eq(member.status, 'Active'),
        isNull(appUser.disabledUtc),
      ),
    )
  return row ?? null
}
