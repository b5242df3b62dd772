import type { notifications } from '@sluice/contract/notifications'
import { handler } from '../operation.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { newWebhookSecret } from '../../notifications/webhook-secret.ts'
import { lockWebhook, updateWebhook } from '../../notifications/webhook-store.ts'

export const replaceSecret = handler<typeof notifications.replaceSecret>(
  async (ctx, { params, caller, origin }) => {
    const { workspaceId, webhookId } = params
    const { secret, secretSealed } = newWebhookSecret(ctx.secrets, webhookId)
    await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
      await lockWebhook(tx, params)
      await updateWebhook(tx, params, { secretSealed })
      await recordAudit(tx, {
        action: 'webhook.secretReplaced',
        workspaceId,
        actorUserId: caller.userId,
        subject: { type: 'Webhook', id: webhookId },
        ...origin,
      })
    })
    return { secret }
  },
)
