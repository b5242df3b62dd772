import type { notifications } from '@sluice/contract/notifications'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { insertWebhookDelivery, lockDelivery } from '../../notifications/delivery-store.ts'
import { lockWebhook } from '../../notifications/webhook-store.ts'

/** The log keeps the message that was given up; its repetition is an entry of its own. */
export const sendAgain = handler<typeof notifications.sendAgain>(async (ctx, { params, caller }) => {
  const { workspaceId } = params
  await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    const delivery = await lockDelivery(tx, params)
    if (!delivery) throw new AppError('entityNotFound')
    const { webhookId, status, message } = delivery
    if (webhookId === null || status !== 'GivenUp')
      throw new AppError('validationFailed', {
        detail: 'Only what was given up for a webhook is sent again.',
      })
    const { isEnabled } = await lockWebhook(tx, { workspaceId, webhookId })
    if (!isEnabled) throw new AppError('validationFailed', { detail: 'Enable the webhook first.' })
    await insertWebhookDelivery(tx, { workspaceId, webhookId }, message)
  })
})
