import type { NotificationEvent, NotificationScope } from '@sluice/contract/notification'
import { asc, eq, lte } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { listChoosingMembers } from '../../notifications/choice-store.ts'
import { insertMailDelivery, insertWebhookDelivery } from '../../notifications/delivery-store.ts'
import { listEnabledWebhooks } from '../../notifications/webhook-store.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { databaseTime } from '../../platform/database/database-time.ts'
import { notificationEvent } from '../../platform/database/schema/notifications.ts'
import { composeMessage } from './compose-message.ts'
import { type EventRow, type Happening, readHappening } from './happening.ts'

const mostPerRound = 200

/**
 * Creates one message for each webhook and each member who subscribed to an event. The transaction that stores the
 * messages deletes the event, so that several workers never create a message twice.
 */
export async function dispatchNotifications(ctx: Context, readTime = databaseTime): Promise<void> {
  for (let left = mostPerRound; left > 0; left--) {
    const isDone = await ctx.database.asSystem(async (tx) => {
      const event = await claimDue(tx, await readTime(tx))
      if (event === null) return true
      const happening = await readHappening(tx, event)
      if (happening !== null) await fanOut(tx, happening)
      return false
    })
    if (isDone) return
  }
}

async function claimDue(tx: Transaction, now: Date): Promise<EventRow | null> {
  const [event] = await tx
    .select()
    .from(notificationEvent)
    .where(lte(notificationEvent.notBeforeUtc, now))
    .orderBy(asc(notificationEvent.notBeforeUtc))
    .limit(1)
    .for('update', { skipLocked: true })
  if (event) await tx.delete(notificationEvent).where(eq(notificationEvent.id, event.id))
  return event ?? null
}

async function fanOut(tx: Transaction, happening: Happening): Promise<void> {
  const { event, workspace, ownUserId } = happening
  const workspaceId = workspace.id
  const firstOf = (isWanted: (one: NotificationEvent) => boolean) => event.events.find(isWanted)
  for (const { id: webhookId, events } of await listEnabledWebhooks(tx, workspaceId)) {
    const wanted = firstOf((one) => events.includes(one))
    if (wanted === undefined) continue
    await insertWebhookDelivery(tx, { workspaceId, webhookId }, composeMessage(happening, wanted))
  }
  for (const { userId, choices } of await listChoosingMembers(tx, workspaceId)) {
    const wanted = firstOf((one) => reaches(choices[one], userId === ownUserId))
    if (wanted !== undefined)
      await insertMailDelivery(tx, { workspaceId, userId }, composeMessage(happening, wanted))
  }
}

const reaches = (scope: NotificationScope, isOwn: boolean): boolean =>
  scope === 'All' || (scope === 'Own' && isOwn)
