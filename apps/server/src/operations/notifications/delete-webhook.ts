import type { notifications } from '@sluice/contract/notifications'
import { handler } from '../operation.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { deleteWebhook as deleteRow, lockWebhook } from '../../notifications/webhook-store.ts'

export const deleteWebhook = handler<typeof notifications.deleteWebhook>(
  async (ctx, { params, caller, origin }) => {
    const { workspaceId, webhookId } = params
    await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
      const { name } = await lockWebhook(tx, params)
      await deleteRow(tx, params)
      await recordAudit(tx, {
        action: 'webhook.deleted',
        workspaceId,
        actorUserId: caller.userId,
        subject: { type: 'Webhook', id: webhookId },
        details: { name },
        ...origin,
      })
    })
  },
)
