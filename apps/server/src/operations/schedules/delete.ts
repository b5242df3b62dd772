import type { schedules } from '@sluice/contract/schedules'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { deleteSchedule, lockSchedule } from '../../schedules/schedule-store.ts'

const deleteOperation = handler<typeof schedules.delete>(async (ctx, { params, caller, origin }) => {
  const { workspaceId, scheduleId } = params
  await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    const row = await lockSchedule(tx, params)
    if (!row) throw new AppError('entityNotFound')
    await deleteSchedule(tx, row)
    await recordAudit(tx, {
      action: 'schedule.deleted',
      workspaceId,
      actorUserId: caller.userId,
      subject: { type: 'Schedule', id: scheduleId },
      details: { name: row.name },
      ...origin,
    })
  })
})

export { deleteOperation as delete }
