import type { notifications } from '@sluice/contract/notifications'
import { handler } from '../operation.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { giveUpWaiting } from '../../notifications/delivery-store.ts'
import { requireCallable } from '../../notifications/webhook-address.ts'
import { sealAddress } from '../../notifications/webhook-secret.ts'
import { lockWebhook, updateWebhook as storeChanges } from '../../notifications/webhook-store.ts'

export const updateWebhook = handler<typeof notifications.updateWebhook>(
  async (ctx, { params, body, caller, origin }) => {
    const { workspaceId, webhookId } = params
    const { address, ...changes } = body
    if (address !== undefined) await requireCallable(ctx, address)
    await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
      await lockWebhook(tx, params)
      // What waits was meant for the place that the webhook had; a new one starts without a pause.
      const place =
        address === undefined
          ? {}
          : { ...sealAddress(ctx.secrets, webhookId, address), restingUntilUtc: null }
      await storeChanges(tx, params, { ...changes, ...place })
      if (address !== undefined) await giveUpWaiting(tx, webhookId, 'The address of the webhook was changed.')
      if (body.isEnabled === false) await giveUpWaiting(tx, webhookId, 'The webhook was disabled.')
      await recordAudit(tx, {
        action: 'webhook.updated',
        workspaceId,
        actorUserId: caller.userId,
        subject: { type: 'Webhook', id: webhookId },
        details: { changed: Object.keys(body) },
        ...origin,
      })
    })
  },
)
