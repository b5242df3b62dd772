import type { notifications } from '@sluice/contract/notifications'
import { handler } from '../operation.ts'
import { listChoicesOf } from '../../notifications/choice-store.ts'

export const listChoices = handler<typeof notifications.listChoices>(async (ctx, { caller }) =>
  ctx.database.asSystem((tx) => listChoicesOf(tx, caller.userId)),
)
