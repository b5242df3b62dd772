import type { notifications } from '@sluice/contract/notifications'
import { handler } from '../../api/handler.ts'
import { listChoicesOf } from '../choice-store.ts'

export const listChoices = handler<typeof notifications.listChoices>(async (ctx, { caller }) =>
  ctx.database.asSystem((tx) => listChoicesOf(tx, caller.userId)),
)
