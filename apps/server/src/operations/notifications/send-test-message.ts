import type { notifications } from '@sluice/contract/notifications'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { findWorkspace } from '../../workspaces/workspace-store.ts'
import { insertWebhookDelivery } from '../../notifications/delivery-store.ts'
import { lockWebhook, updateWebhook } from '../../notifications/webhook-store.ts'

/** The message goes the way of all others, so that it proves what they need. */
export const sendTestMessage = handler<typeof notifications.sendTestMessage>(
  async (ctx, { params, caller }) => {
    const { workspaceId } = params
    const deliveryId = await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
      const { name, isEnabled } = await lockWebhook(tx, params)
      if (!isEnabled) throw new AppError('validationFailed', { detail: 'Enable the webhook first.' })
      const workspace = await findWorkspace(tx, workspaceId)
      if (!workspace) throw new AppError('entityNotFound')
      await updateWebhook(tx, params, { restingUntilUtc: null })
      return insertWebhookDelivery(tx, params, {
        event: 'Test',
        createdUtc: ctx.clock.now().toISOString(),
        title: `Test message of the webhook ${name}`,
        text: 'If you can read this, the webhook works.',
        path: `/workspaces/${workspace.slug}/settings`,
        workspace: { id: workspaceId, name: workspace.name },
        stack: null,
        environments: [],
        job: null,
        schedule: null,
        apexTestRun: null,
      })
    })
    return { deliveryId }
  },
)
