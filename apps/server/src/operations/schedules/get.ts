import type { schedules } from '@sluice/contract/schedules'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { viewSchedules } from '../../schedules/schedule-views.ts'

export const get = handler<typeof schedules.get>(async (ctx, { params, caller }) => {
  const { workspaceId, scheduleId } = params
  const [found] = await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) =>
    viewSchedules(tx, workspaceId, [scheduleId]),
  )
  if (!found) throw new AppError('entityNotFound')
  return found
})
