import type { notifications } from '@sluice/contract/notifications'
import { handler } from '../../api/handler.ts'
import { viewDeliveries } from '../delivery-store.ts'

export const listDeliveries = handler<typeof notifications.listDeliveries>(async (ctx, { params }) =>
  ctx.database.asSystem((tx) => viewDeliveries(tx, params.workspaceId)),
)
