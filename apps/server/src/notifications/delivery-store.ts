import { limits } from '@sluice/contract/limits'
import type { NotificationDelivery, NotificationMessage } from '@sluice/contract/notification'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { notificationDelivery, webhook } from '../platform/database/schema/notifications.ts'
import { outboxMail } from '../platform/database/schema/server.ts'
import { appUser } from '../platform/database/schema/users.ts'
import { newId } from '../platform/ids.ts'

export type DeliveryRow = typeof notificationDelivery.$inferSelect

/** A message to a webhook. Behind too many that wait already it is given up at once. Returns its id. */
export async function insertWebhookDelivery(
  tx: Transaction,
  to: { readonly workspaceId: string; readonly webhookId: string },
  message: NotificationMessage,
): Promise<string> {
  const id = newId()
  const isWaiting = and(
    eq(notificationDelivery.webhookId, to.webhookId),
    eq(notificationDelivery.status, 'Waiting'),
  )
  const hasRoom = (await tx.$count(notificationDelivery, isWaiting)) < limits.waitingDeliveries
  await tx.insert(notificationDelivery).values({
    id,
    ...to,
    message,
    ...(hasRoom
      ? { status: 'Waiting' }
      : {
          status: 'GivenUp',
          endedUtc: new Date(),
          lastError: `${limits.waitingDeliveries} messages were waiting for this webhook already.`,
        }),
  })
  return id
}

/** A message that a member gets with his next mail. */
export async function insertMailDelivery(
  tx: Transaction,
  to: { readonly workspaceId: string; readonly userId: string },
  message: NotificationMessage,
): Promise<void> {
  await tx.insert(notificationDelivery).values({ id: newId(), ...to, message, status: 'Waiting' })
}

/** Gives up what waits for a webhook. */
export async function giveUpWaiting(tx: Transaction, webhookId: string, lastError: string): Promise<void> {
  await tx
    .update(notificationDelivery)
    .set({ status: 'GivenUp', endedUtc: new Date(), lastError })
    .where(and(eq(notificationDelivery.webhookId, webhookId), eq(notificationDelivery.status, 'Waiting')))
}

/** A delivery of the workspace, locked until the transaction ends. */
export async function lockDelivery(
  tx: Transaction,
  of: { readonly workspaceId: string; readonly deliveryId: string },
): Promise<DeliveryRow | null> {
  const [row] = await tx
    .select()
    .from(notificationDelivery)
    .where(
      and(eq(notificationDelivery.workspaceId, of.workspaceId), eq(notificationDelivery.id, of.deliveryId)),
    )
    .for('update')
  return row ?? null
}

/**
 * The newest deliveries of a workspace. Needs a transaction of the system: how a mail fares stands in the outbox, which a
 * workspace may not read. Nothing of a mail but its fate is shown.
 */
export async function viewDeliveries(tx: Transaction, workspaceId: string): Promise<NotificationDelivery[]> {
  const rows = await tx
    .select({ delivery: notificationDelivery, webhookName: webhook.name, user: appUser })
    .from(notificationDelivery)
    .leftJoin(webhook, eq(webhook.id, notificationDelivery.webhookId))
    .leftJoin(appUser, eq(appUser.id, notificationDelivery.userId))
    .where(eq(notificationDelivery.workspaceId, workspaceId))
    .orderBy(desc(notificationDelivery.createdUtc), desc(notificationDelivery.id))
    .limit(limits.listedDeliveries)
  const mailIds = rows.flatMap(({ delivery }) => delivery.mailId ?? [])
  const mails = await tx.select().from(outboxMail).where(inArray(outboxMail.id, mailIds))
  return rows.map(({ delivery, webhookName, user }) => {
    const mail = mails.find(({ id }) => id === delivery.mailId)
    const { message } = delivery
    return {
      id: delivery.id,
      createdUtc: delivery.createdUtc.toISOString(),
      event: message.event,
      title: message.title,
      path: message.path,
      webhookId: delivery.webhookId,
      receiver: webhookName ?? (user === null ? '' : `${user.firstName} ${user.lastName}`),
      ...(delivery.status === 'Mailed' ? fateOfMail(delivery, mail) : fateOf(delivery)),
    }
  })
}

type Fate = Pick<NotificationDelivery, 'status' | 'attempts' | 'nextAttemptUtc' | 'endedUtc' | 'lastError'>

const time = (date: Date | null | undefined): string | null => date?.toISOString() ?? null

const fateOf = ({ status, attempts, nextAttemptUtc, endedUtc, lastError }: DeliveryRow): Fate => ({
  status: status === 'Mailed' ? 'Waiting' : status,
  attempts,
  nextAttemptUtc: status === 'Waiting' ? time(nextAttemptUtc) : null,
  endedUtc: time(endedUtc),
  lastError,
})

/** The outbox forgets mails after the retention period; those it had sent long before. */
function fateOfMail(row: DeliveryRow, mail: typeof outboxMail.$inferSelect | undefined): Fate {
  if (mail === undefined) return { ...fateOf(row), status: 'Delivered' }
  const isOpen = mail.sentUtc === null && mail.failedUtc === null
  return {
    status: isOpen ? 'Waiting' : mail.failedUtc === null ? 'Delivered' : 'GivenUp',
    attempts: mail.attempts,
    nextAttemptUtc: isOpen && mail.attempts > 0 ? time(mail.nextAttemptUtc) : null,
    endedUtc: time(mail.sentUtc ?? mail.failedUtc),
    lastError: mail.lastError,
  }
}
