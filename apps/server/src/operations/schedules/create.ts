import type { schedules } from '@sluice/contract/schedules'
import { handler } from '../operation.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { createSchedule } from '../../schedules/new-schedule.ts'
import { requireRoom } from '../../schedules/schedule-limits.ts'
import { readSubmission, requireKnownEnvironments } from '../../schedules/scheduled-submission.ts'

export const create = handler<typeof schedules.create>(async (ctx, { params, body, caller, origin }) => {
  const { workspaceId, stackId } = params
  const { jobCommandName, jobTemplate, ...columns } = body
  const submission = readSubmission({ jobCommandName, jobTemplate })
  return ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    await requireRoom(tx, stackId, { existingId: null, isEnabled: body.isEnabled })
    await requireKnownEnvironments(tx, params, submission)
    const of = { workspaceId, stackId, userId: caller.userId }
    const id = await createSchedule(tx, { ...of, ...columns, submission })
    await recordAudit(tx, {
      action: 'schedule.created',
      workspaceId,
      actorUserId: caller.userId,
      subject: { type: 'Schedule', id },
      details: { name: body.name, command: jobCommandName, recurrence: body.recurrence },
      ...origin,
    })
    return { id }
  })
})
