import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Context, WebhookAnswer } from '../../context.ts'
import { openWebhook, signatureHeaders } from '../../notifications/webhook-secret.ts'
import type { WebhookRow } from '../../notifications/webhook-store.ts'
import type { DeliveryRow } from '../../notifications/delivery-store.ts'
import { notificationDelivery, webhook } from '../../platform/database/schema/notifications.ts'
import { webhookBody } from './webhook-body.ts'

const minute = 60_000
/** Minutes from one attempt to the next. The eighth and last begins 24 hours after the first. */
const pauses = [1, 5, 15, 60, 180, 360, 819] as const
const mostAttempts = pauses.length + 1
/** A call takes at most ten seconds; until then nobody else calls the same receiver. */
const callMs = minute / 2
/** After a failure the other messages of the receiver wait too, so that a dead one costs a call a minute at most. */
const restMs = minute
const atOnce = 8
const mostPerRound = 400

interface Claimed {
  readonly delivery: DeliveryRow
  readonly webhook: WebhookRow
}

/** The next due message of a receiver that rests from no call, with its attempt counted. */
async function claimNext(ctx: Context): Promise<Claimed | null> {
  const now = ctx.clock.now()
  return ctx.database.asSystem(async (tx) => {
    const [found] = await tx
      .select({ delivery: notificationDelivery, webhook })
      .from(notificationDelivery)
      .innerJoin(webhook, eq(webhook.id, notificationDelivery.webhookId))
      .where(
        and(
          eq(notificationDelivery.status, 'Waiting'),
          isNotNull(notificationDelivery.webhookId),
          lte(notificationDelivery.nextAttemptUtc, now),
          eq(webhook.isEnabled, true),
          or(isNull(webhook.restingUntilUtc), lte(webhook.restingUntilUtc, now)),
        ),
      )
      .orderBy(asc(notificationDelivery.nextAttemptUtc), asc(notificationDelivery.id))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!found) return null
    const attempts = found.delivery.attempts + 1
    const nextAttemptUtc = new Date(now.getTime() + (pauses[attempts - 1] ?? 0) * minute)
    await tx
      .update(notificationDelivery)
      .set({ attempts, nextAttemptUtc })
      .where(eq(notificationDelivery.id, found.delivery.id))
    await tx
      .update(webhook)
      .set({ restingUntilUtc: new Date(now.getTime() + callMs) })
      .where(eq(webhook.id, found.webhook.id))
    return { ...found, delivery: { ...found.delivery, attempts } }
  })
}

async function call(ctx: Context, { delivery, webhook: receiver }: Claimed): Promise<WebhookAnswer> {
  const { address, secret } = openWebhook(ctx.secrets, receiver)
  const { id, message } = delivery
  const body = webhookBody(receiver.format, { id, message, publicUrl: ctx.config.publicUrl })
  const headers = signatureHeaders(secret, { id, sentUtc: ctx.clock.now(), body })
  return ctx.postWebhook({ address, headers, body })
}

async function record(ctx: Context, claimed: Claimed, answer: WebhookAnswer): Promise<void> {
  const now = ctx.clock.now()
  const { delivery, webhook: receiver } = claimed
  const isTaken = answer === 'taken'
  const isOver = !isTaken && (answer.isFinal || delivery.attempts >= mostAttempts)
  await ctx.database.asSystem(async (tx) => {
    await tx
      .update(notificationDelivery)
      .set(
        isTaken
          ? { status: 'Delivered', endedUtc: now, lastError: null }
          : { lastError: answer.problem, ...(isOver && { status: 'GivenUp', endedUtc: now }) },
      )
      // What was given up meanwhile, because the webhook was disabled, stays so unless the receiver has it.
      .where(and(eq(notificationDelivery.id, delivery.id), isTaken ? undefined : isWaiting))
    await tx
      .update(webhook)
      .set(
        isTaken
          ? { restingUntilUtc: null, lastDeliveredUtc: now }
          : { restingUntilUtc: new Date(now.getTime() + restMs) },
      )
      .where(eq(webhook.id, receiver.id))
  })
  if (!isTaken && isOver)
    ctx.log.warn({ deliveryId: delivery.id, webhookId: receiver.id }, 'a message to a webhook was given up')
}

const isWaiting = eq(notificationDelivery.status, 'Waiting')

/** The process of the last attempt ended, so its outcome is unknown: it is not repeated. */
async function giveUpInterrupted(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const overdue = new Date(now.getTime() - callMs)
  await ctx.database.asSystem((tx) =>
    tx
      .update(notificationDelivery)
      .set({ status: 'GivenUp', endedUtc: now, lastError: 'The server stopped during the last attempt.' })
      .where(
        and(
          isWaiting,
          isNotNull(notificationDelivery.webhookId),
          sql`${notificationDelivery.attempts} >= ${mostAttempts}`,
          lte(notificationDelivery.nextAttemptUtc, overdue),
        ),
      ),
  )
}

/**
 * Calls the receivers of what is due, several at a time and each receiver one call after the other: claimed in one
 * transaction, called without one, recorded in another. A crash between call and record repeats that call once, with the
 * same id.
 */
export async function deliverWebhooks(ctx: Context): Promise<void> {
  await giveUpInterrupted(ctx)
  let left = mostPerRound
  const lane = async () => {
    while (left-- > 0) {
      const claimed = await claimNext(ctx)
      if (claimed === null) return
      await record(ctx, claimed, await call(ctx, claimed))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
