import type { notifications } from '@sluice/contract/notifications'
import { handler } from '../operation.ts'
import { viewWebhooks } from '../../notifications/webhook-store.ts'

export const listWebhooks = handler<typeof notifications.listWebhooks>(async (ctx, { params, caller }) =>
  ctx.database.inWorkspace(params.workspaceId, caller.userId, (tx) => viewWebhooks(tx, params.workspaceId)),
)
