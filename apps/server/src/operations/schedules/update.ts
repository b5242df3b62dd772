import type { AuditAction } from '@sluice/contract/audit-events'
import type { schedules } from '@sluice/contract/schedules'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Changes } from '../../platform/database/changes.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { databaseTime } from '../../platform/database/database-time.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { requireJobRights } from '../../schedules/require-job-rights.ts'
import { findRunAs } from '../../schedules/run-as.ts'
import { nextOccurrence, readRecurrence } from '../../schedules/recurrence.ts'
import { requireRoom } from '../../schedules/schedule-limits.ts'
import { lockSchedule, type ScheduleRow, updateSchedule } from '../../schedules/schedule-store.ts'
import { readSubmission, requireKnownEnvironments } from '../../schedules/scheduled-submission.ts'

export const update = handler<typeof schedules.update>(async (ctx, call) => {
  const { params, body, caller, actor, origin } = call
  const { workspaceId, stackId, scheduleId } = params
  await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    if (body.isEnabled === true) await requireRoom(tx, stackId, { existingId: scheduleId, isEnabled: true })
    const row = await lockSchedule(tx, params)
    if (!row) throw new AppError('entityNotFound')
    const isRevived = body.isEnabled === true && (await findRunAs(ctx, tx, row)) === null
    const runsAsCaller = isRevived || body.jobTemplate !== undefined || row.runAsUserId === caller.userId
    if (!runsAsCaller && startsOtherJobs(row, body))
      await requireJobRights(tx, row, { actor, submission: readSubmission(row) })
    await updateSchedule(tx, row, await changesOf(tx, row, { body, runsAsCaller, userId: caller.userId }))
    await recordAudit(tx, {
      action: actionOf(body),
      workspaceId,
      actorUserId: caller.userId,
      subject: { type: 'Schedule', id: scheduleId },
      details: { properties: Object.keys(body) },
      ...origin,
    })
  })
})

type Body = Parameters<typeof update>[1]['body']

const actionOf = ({ isEnabled, ...others }: Body): AuditAction => {
  if (isEnabled === undefined || Object.keys(others).length > 0) return 'schedule.updated'
  return isEnabled ? 'schedule.enabled' : 'schedule.disabled'
}

/** Whether the change makes jobs start that would not have started, or at other times. */
const startsOtherJobs = (row: ScheduleRow, { isEnabled, recurrence }: Body): boolean =>
  (isEnabled === true && !row.isEnabled) || (recurrence !== undefined && recurrence !== row.recurrence)

async function changesOf(
  tx: Transaction,
  row: ScheduleRow,
  { body, runsAsCaller, userId }: { body: Body; runsAsCaller: boolean; userId: string },
): Promise<Changes<ScheduleRow>> {
  const { jobTemplate, ...plain } = body
  const now = await databaseTime(tx)
  if (body.recurrence !== undefined) readRecurrence(body.recurrence, now)
  const isExecutionChanged = [jobTemplate, body.recurrence, body.isEnabled].some((one) => one !== undefined)
  return {
    ...plain,
    ...(jobTemplate !== undefined && (await newTemplate(tx, row, jobTemplate))),
    ...(runsAsCaller && { runAsUserId: userId }),
    ...occurrenceAfter(row, body, now),
    ...(isExecutionChanged && { problems: [] }),
  }
}

async function newTemplate(
  tx: Transaction,
  row: ScheduleRow,
  jobTemplate: Record<string, unknown>,
): Promise<Pick<ScheduleRow, 'jobTemplate'>> {
  const submission = readSubmission({ jobCommandName: row.jobCommandName, jobTemplate })
  await requireKnownEnvironments(tx, row, submission)
  return { jobTemplate: submission.jobTemplate }
}

/** A due occurrence that has not been decided yet is kept where nothing about the time changes. */
function occurrenceAfter(row: ScheduleRow, body: Body, now: Date): Partial<ScheduleRow> {
  const { recurrence = row.recurrence, isEnabled = row.isEnabled } = body
  if (recurrence === row.recurrence && isEnabled === row.isEnabled) return {}
  return { nextOccurrenceUtc: isEnabled ? nextOccurrence(recurrence, now, row.lastOccurrenceUtc) : null }
}
