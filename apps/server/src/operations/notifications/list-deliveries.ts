import type { notifications } from '@sluice/contract/notifications'
import { handler } from '../operation.ts'
import { viewDeliveries } from '../../notifications/delivery-store.ts'

export const listDeliveries = handler<typeof notifications.listDeliveries>(async (ctx, { params }) =>
  ctx.database.asSystem((tx) => viewDeliveries(tx, params.workspaceId)),
)
