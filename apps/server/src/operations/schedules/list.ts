import type { schedules } from '@sluice/contract/schedules'
import { handler } from '../operation.ts'
import { viewSchedulesOfStack } from '../../schedules/schedule-views.ts'

export const list = handler<typeof schedules.list>(async (ctx, { params, caller }) =>
  ctx.database.inWorkspace(params.workspaceId, caller.userId, async (tx) => viewSchedulesOfStack(tx, params)),
)
