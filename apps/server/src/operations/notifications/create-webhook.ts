import type { notifications } from '@sluice/contract/notifications'
import { handler } from '../operation.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { requireCallable } from '../../notifications/webhook-address.ts'
import { newWebhookSecret, sealAddress } from '../../notifications/webhook-secret.ts'
import { insertWebhook } from '../../notifications/webhook-store.ts'

export const createWebhook = handler<typeof notifications.createWebhook>(
  async (ctx, { params, body, caller, origin }) => {
    const { workspaceId } = params
    const { address, ...columns } = body
    await requireCallable(ctx, address)
    const id = newId()
    const { secret, secretSealed } = newWebhookSecret(ctx.secrets, id)
    const sealed = { ...sealAddress(ctx.secrets, id, address), secretSealed }
    await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
      await insertWebhook(tx, { id, workspaceId, createdByUserId: caller.userId, ...columns, ...sealed })
      await recordAudit(tx, {
        action: 'webhook.created',
        workspaceId,
        actorUserId: caller.userId,
        subject: { type: 'Webhook', id },
        details: { name: body.name, format: body.format, address: sealed.addressShown },
        ...origin,
      })
    })
    return { id, secret }
  },
)
